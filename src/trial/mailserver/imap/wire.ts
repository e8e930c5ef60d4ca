// Formats values for the client. Bytes are latin1 characters until they are sent.

/** NIL, a quoted string, or a literal where quoting cannot say it. */
export function formatNString(text: string | undefined): string {
  return text === undefined ? 'NIL' : formatString(text);
}

export function formatString(text: string): string {
  const clean = text.replaceAll('\0', '');
  if (/[\r\n\x80-\xff]/.test(clean) || clean.length > 1000) return `{${clean.length}}\r\n${clean}`;
  return `"${clean.replace(/["\\]/g, '\\$&')}"`;
}

/** The name of a mailbox, already in modified UTF-7. */
export function formatMailboxName(encoded: string): string {
  return /^[A-Za-z0-9_./&,+-]+$/.test(encoded) && !/^nil$/i.test(encoded) ? encoded : formatString(encoded);
}

export const list = (items: readonly string[]): string => `(${items.join(' ')})`;

/** Text of a response: one line whatever it came from. */
export const formatOneLine = (text: string): string => text.replace(/[^\x20-\x7e]+/g, ' ').slice(0, 300);

/** Uids, ascending, as a short set: `1:3,7`. */
export function formatUidSet(uids: readonly number[]): string {
  const ranges: string[] = [];
  for (let at = 0; at < uids.length; at += 1) {
    const first = at;
    while (at + 1 < uids.length && uids[at + 1] === (uids[at] ?? 0) + 1) at += 1;
    ranges.push(first === at ? String(uids[at]) : `${uids[first]}:${uids[at]}`);
  }
  return ranges.join(',');
}
