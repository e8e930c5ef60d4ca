// Reads one whole mail: its headers, its text, and the part of the text its sender newly wrote.
import { extractNewText } from '#core/mail/reply.ts';
import type { Reading } from '#service/ports.ts';
import { parse } from './parse.ts';

export function reading(raw: Uint8Array, size: number): Reading {
  try {
    const mail = parse(raw, size);
    return { kind: 'read', mail, text: extractNewText(mail.text) };
  } catch {
    return { kind: 'unreadable' };
  }
}
