// Recognises our own address, with or without a detail, among the recipients of a mail.
import type { OwnAddress } from './token.ts';

/** Our address as we write it, with the detail of the recipient. null: it is another address. */
export function normaliseRecipient({ local, domain }: OwnAddress, recipient: string): string | null {
  const at = recipient.lastIndexOf('@');
  const name = recipient.slice(0, Math.max(0, at));
  if (recipient.slice(at + 1).toLowerCase() !== domain) return null;
  const [base = '', ...details] = name.split('+');
  if (base.toLowerCase() !== local) return null;
  return `${[local, ...details].join('+')}@${domain}`;
}
