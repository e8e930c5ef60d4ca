// Canonical addresses: all spellings of an address that reach one mailbox become the same.

/** Domains under another name: the same mailboxes. */
const SAME_DOMAIN: ReadonlyMap<string, string> = new Map([
  ['googlemail.com', 'gmail.com'],
  ['protonmail.com', 'proton.me'],
  ['pm.me', 'proton.me'],
]);

/** Domains that read their local parts without some characters. */
const IGNORED: ReadonlyMap<string, RegExp> = new Map([
  ['gmail.com', /\./g],
  ['proton.me', /[._-]/g],
]);

/**
 * The address limits are counted by: lower case, without a `+detail`, without dots where the domain ignores them. Never written to,
 * never shown: a server may keep `a+b` and `a` apart, and then two of its mailboxes share a limit.
 */
export function canonicalAddress(address: string): string {
  const text = address.toLowerCase();
  const at = text.lastIndexOf('@');
  const typed = text.slice(at + 1).replace(/\.$/, '');
  const domain = SAME_DOMAIN.get(typed) ?? typed;
  const written = unquoted(text.slice(0, Math.max(at, 0)));
  const [base = ''] = written.split('+', 1);
  const ignored = IGNORED.get(domain);
  const local = ignored === undefined ? base : base.replace(ignored, '');
  // `+tag@…` has nothing in front of its detail: then all of it is the name.
  return `${local === '' ? written : local}@${domain}`;
}

/** `"victim"` and `"v\\ictim"` are victim: quotes change no mailbox. */
const unquoted = (local: string): string =>
  local.length > 1 && local.startsWith('"') && local.endsWith('"') ? local.slice(1, -1).replace(/\\/g, '') : local;

/** Below these labels of a country everybody may register a name: `co.uk`, `com.br`. */
const OPEN_LABELS: ReadonlySet<string> = new Set('ac co com edu go gob gov gv ne net nom or org'.split(' '));

/** The holder for shared limits: the registered domain, since its owner may have any number of domains below it. */
export function domainOf(address: string): string {
  const domain = address
    .slice(address.lastIndexOf('@') + 1)
    .toLowerCase()
    .replace(/\.$/, '');
  if (domain.startsWith('[')) return domain;
  const labels = domain.split('.');
  const isBelowOpen = labels.at(-1)?.length === 2 && OPEN_LABELS.has(labels.at(-2) ?? '');
  return labels.slice(isBelowOpen ? -3 : -2).join('.');
}
