// Splits bytes into commands: lines, and literals within them, each within its limit.
import { limits } from '../limits.ts';

/** A stretch of a command: text between literals, or a literal. */
export interface Segment {
  readonly literal: boolean;
  readonly bytes: Buffer;
}

export type Unit =
  | { readonly kind: 'command'; readonly segments: readonly Segment[] }
  /** The client waits for our go-ahead before it sends a literal. */
  | { readonly kind: 'literal asked for' }
  /** Fatal when the bytes that follow can no longer be told from commands. */
  | { readonly kind: 'refused'; readonly tag: string; readonly reason: string; readonly fatal: boolean };

/** What this connection may send now. */
export interface Allowance {
  readonly lineBytes: () => number;
  readonly literalBytes: (head: string) => number;
  /** Reserves `bytes` bytes of the memory all connections share. Returns false when there is not enough left. */
  readonly reserve: (bytes: number) => boolean;
}

export class CommandReader {
  readonly #allowance: Allowance;
  #rest: Buffer = Buffer.alloc(0);
  #scanned = 0;
  #segments: Segment[] = [];
  #literal: { readonly size: number; missing: number; readonly chunks: Buffer[] } | undefined;

  constructor(allowance: Allowance) {
    this.#allowance = allowance;
  }

  push(chunk: Buffer): void {
    this.#rest = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
  }

  /** The next unit; `undefined` until more bytes come. */
  next(): Unit | undefined {
    for (;;) {
      if (this.#literal && !this.#takeLiteral(this.#literal)) return undefined;
      const unit = this.#takeLine();
      if (unit !== 'more') return unit;
    }
  }

  #takeLiteral(literal: { missing: number; readonly chunks: Buffer[] }): boolean {
    const part = this.#rest.subarray(0, literal.missing);
    if (part.length > 0) literal.chunks.push(part);
    literal.missing -= part.length;
    this.#rest = this.#rest.subarray(part.length);
    if (literal.missing > 0) return false;
    this.#segments.push({ literal: true, bytes: Buffer.concat(literal.chunks) });
    this.#literal = undefined;
    return true;
  }

  #takeLine(): Unit | 'more' | undefined {
    const end = this.#rest.indexOf(0x0a, this.#scanned);
    const length = end < 0 ? this.#rest.length : end + 1;
    if (this.#textBytes() + length > this.#allowance.lineBytes()) return this.#refuse('the command is too long', true);
    this.#scanned = end < 0 ? length : 0;
    if (end < 0) return undefined;
    const line = this.#rest.subarray(0, end > 0 && this.#rest[end - 1] === 0x0d ? end - 1 : end);
    this.#rest = this.#rest.subarray(end + 1);
    this.#segments.push({ literal: false, bytes: line });
    const size = /\{(\d{1,10})(\+?)\}$/.exec(line.toString('latin1', Math.max(0, line.length - 16)));
    if (!size) return this.#complete();
    return this.#startLiteral(Number(size[1]), size[2] === '+');
  }

  #complete(): Unit {
    const segments = this.#segments;
    this.#segments = [];
    return { kind: 'command', segments };
  }

  #startLiteral(size: number, unasked: boolean): Unit | 'more' {
    const head = this.#segments[0]?.bytes.toString('latin1', 0, 200) ?? '';
    const literals = this.#segments.length / 2;
    if (literals > limits.literalsPerCommand) return this.#refuse('too many literals', true);
    if (size > this.#allowance.literalBytes(head)) return this.#refuse('[TOOBIG] the literal is too large', unasked);
    if (!this.#allowance.reserve(size)) return this.#refuse('[LIMIT] too much is under way, try again later', unasked);
    this.#literal = { size, missing: size, chunks: [] };
    return unasked ? 'more' : { kind: 'literal asked for' };
  }

  #refuse(reason: string, fatal: boolean): Unit {
    const head = this.#segments[0]?.bytes ?? this.#rest;
    const tag = /^[!#$&'+,\-./0-9:;<=>?@A-Z^_`a-z|~]{1,64}(?= )/.exec(head.toString('latin1', 0, 80));
    this.#segments = [];
    return { kind: 'refused', tag: tag?.[0] ?? '*', reason, fatal };
  }

  #textBytes(): number {
    return this.#segments.reduce((sum, segment) => sum + (segment.literal ? 0 : segment.bytes.length), 0);
  }
}
