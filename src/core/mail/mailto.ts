// Makes a link that begins a mail (RFC 6068).

/** `body` null: the link leaves it out. Line ends are CR LF there. */
export function mailto(address: string, subject: string, body: string | null): string {
  const to = encodeURIComponent(address).replace('%40', '@');
  const text = body === null ? '' : `&body=${encodeURIComponent(body)}`;
  return `mailto:${to}?subject=${encodeURIComponent(subject)}${text}`;
}
