// Compares domains: which organisation has a name, and whether a name is below another.
import { domainToASCII } from 'node:url';
import { getDomain } from 'tldts';

const DOMAIN = /^(?=.{1,253}$)[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})+$/;

/** In lower case and A-labels. null: it is no domain name. */
export function normaliseDomain(name: string): string | null {
  const domain = domainToASCII(name.toLowerCase());
  return DOMAIN.test(domain) ? domain : null;
}

export const domainOf = (address: string): string | null =>
  normaliseDomain(address.slice(address.lastIndexOf('@') + 1));

/** The domain that an organisation has registered, by the public suffix list. A public suffix itself stays as it is. */
export const organisationOf = (domain: string): string =>
  getDomain(domain, { allowPrivateDomains: true, validateHostname: false }) ?? domain;

export const isSameOrganisation = (one: string, other: string): boolean =>
  organisationOf(one) === organisationOf(other);

export const isWithin = (name: string, domain: string): boolean => name === domain || name.endsWith(`.${domain}`);
