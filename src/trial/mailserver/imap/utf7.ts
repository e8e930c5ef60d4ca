// Modified UTF-7, in which IMAP writes the names of mailboxes (RFC 3501 5.1.3).

export function encodeName(name: string): string {
  return name
    .replaceAll('&', '&-')
    .replace(/[^\x20-\x7e]+/g, run => `&${encodeBase64(run).replaceAll('=', '').replaceAll('/', ',')}-`);
}

/** `undefined` for what is not well-formed. */
export function decodeName(encoded: string): string | undefined {
  if (/[^\x20-\x7e]/.test(encoded)) return encoded;
  if (!/^(?:[^&]|&[A-Za-z0-9+,]*-)*$/.test(encoded)) return undefined;
  const runs = [...encoded.matchAll(/&([^&-]*)-/g)].map(([, run = '']) => bytesOf(run));
  if (runs.some(bytes => bytes.length % 2 === 1)) return undefined;
  return encoded.replace(/&([^&-]*)-/g, (_, run: string) =>
    run === '' ? '&' : bytesOf(run).swap16().toString('utf16le'),
  );
}

const bytesOf = (run: string): Buffer => Buffer.from(run.replaceAll(',', '/'), 'base64');

function encodeBase64(text: string): string {
  return Buffer.from(text, 'utf16le').swap16().toString('base64');
}
