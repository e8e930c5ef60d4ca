// Makes a link that begins a mail (RFC 6068).

/** Formats a link to a new mail. `body` null: the link has none. Line ends in the body are CR LF. */
export function formatMailto(address: string, subject: string, body: string | null): string {
  const recipient = encodeURIComponent(address).replace('%40', '@');
  const text = body === null ? '' : `&body=${encodeURIComponent(body)}`;
  return `mailto:${recipient}?subject=${encodeURIComponent(subject)}${text}`;
}
