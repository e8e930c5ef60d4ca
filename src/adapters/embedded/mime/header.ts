// The header block of a mail: where it ends, and its fields, without touching a byte.

export interface Field {
  /** As written. */
  readonly name: string;
  /** Unfolded and trimmed; bytes as latin1 characters. */
  readonly value: string;
  /** As written, with folds and line ends. */
  readonly raw: string;
}

/** The offset behind the empty line that ends the header which begins at `start`; `end` when there is none. */
export function endOfHeader(bytes: Buffer, start: number, end: number): number {
  let at = start;
  while (at < end) {
    const next = bytes.indexOf(0x0a, at);
    if (next < 0 || next >= end) return end;
    if (next === at || (next === at + 1 && bytes[at] === 0x0d)) return next + 1;
    at = next + 1;
  }
  return end;
}

/** Fields in their order. A line without a colon is a field without a name. */
export function parseFields(bytes: Buffer, start: number, end: number): Field[] {
  const lines = bytes.toString('latin1', start, end).split(/(?<=\n)/);
  const folded: string[] = [];
  for (const line of lines) {
    if (/^\r?\n$/.test(line)) continue;
    const last = folded.length - 1;
    if (/^[ \t]/.test(line) && last >= 0) folded[last] = (folded[last] ?? '') + line;
    else folded.push(line);
  }
  return folded.map(parseField);
}

function parseField(raw: string): Field {
  const colon = raw.indexOf(':');
  const name = raw.slice(0, Math.max(0, colon)).trimEnd();
  return { name, value: unfold(raw.slice(colon + 1)), raw };
}

function unfold(text: string): string {
  return text.replace(/\r?\n(?=[ \t])/g, '').trim();
}

/** The first field of that name. */
export function fieldValue(fields: readonly Field[], name: string): string | undefined {
  return fields.find(field => field.name.toLowerCase() === name)?.value;
}
