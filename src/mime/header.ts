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
  // Searched natively, and within the range alone: a hostile mail has many lines, or many parts.
  const within = bytes.subarray(start, end);
  if (within[0] === 0x0a) return start + 1;
  if (within[0] === 0x0d && within[1] === 0x0a) return start + 2;
  const bare = within.indexOf('\n\n');
  const full = (bare < 0 ? within : within.subarray(0, bare)).indexOf('\n\r\n');
  if (full >= 0) return start + full + 3;
  return bare < 0 ? end : start + bare + 2;
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
