// Canonical addresses: all spellings of an address that reach one mailbox become the same.

/** Other names of a domain with the same mailboxes. */
const DOMAIN_ALIASES: ReadonlyMap<string, string> = new Map([
  ['googlemail.com', 'gmail.com'],
  ['protonmail.com', 'proton.me'],
  ['pm.me', 'proton.me'],
]);

/** Characters that a domain ignores in local parts. */
const IGNORED_CHARACTERS: ReadonlyMap<string, RegExp> = new Map([
  ['gmail.com', /\./g],
  ['proton.me', /[._-]/g],
]);

/**
 * Makes the address by which limits are counted: lower case, without a `+detail`, without dots if the domain ignores them. No mail is
 * sent to it. On a server where `a+b` and `a` are two mailboxes, they share a limit.
 */
export function canonicaliseAddress(address: string): string {
  const text = address.toLowerCase();
  const atPosition = text.lastIndexOf('@');
  const typedDomain = text.slice(atPosition + 1).replace(/\.$/, '');
  const domain = DOMAIN_ALIASES.get(typedDomain) ?? typedDomain;
  const typedLocal = removeQuotes(text.slice(0, Math.max(atPosition, 0)));
  const [base = ''] = typedLocal.split('+', 1);
  const ignored = IGNORED_CHARACTERS.get(domain);
  const local = ignored === undefined ? base : base.replace(ignored, '');
  // In `+tag@…` no name precedes the detail, so the detail is the name.
  return `${local === '' ? typedLocal : local}@${domain}`;
}

/** `"victim"` and `"v\\ictim"` are the mailbox `victim`. */
const removeQuotes = (local: string): string =>
  local.length > 1 && local.startsWith('"') && local.endsWith('"') ? local.slice(1, -1).replace(/\\/g, '') : local;

/** Second-level labels of countries below which names are registered: `co.uk`, `com.br`. */
const OPEN_LABELS: ReadonlySet<string> = new Set('ac co com edu go gob gov gv ne net nom or org'.split(' '));

/** The registered domain of an address, for shared limits. Its owner may have many domains below it. */
export function domainOf(address: string): string {
  const domain = address
    .slice(address.lastIndexOf('@') + 1)
    .toLowerCase()
    .replace(/\.$/, '');
  if (domain.startsWith('[')) return domain;
  const labels = domain.split('.');
  const isBelowOpenLabel = labels.at(-1)?.length === 2 && OPEN_LABELS.has(labels.at(-2) ?? '');
  return labels.slice(isBelowOpenLabel ? -3 : -2).join('.');
}
