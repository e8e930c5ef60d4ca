// Checks the sender of a submitted mail, and adds the headers that the server vouches for.
import addressparser from 'nodemailer/lib/addressparser';
import type { SMTPServerSession } from 'smtp-server';
import { parseLocalAddress } from '../addresses.ts';
import { limits } from '../limits.ts';
import { endOfHeader, parseFields, valueOf, type Field } from '#mime/header.ts';
import { SmtpError, type Submitter } from './options.ts';

/** A mail whose header has been read. */
export interface Submission {
  readonly fields: readonly Field[];
  readonly body: Buffer;
}

/** Whether the address is the submitter's own, a `+detail` allowed. */
export function isOwn(address: string, { account, domain }: Submitter): boolean {
  return parseLocalAddress(address, domain)?.local === account;
}

/** Reads the header strictly: what mail programs could read in two ways is no mail we vouch for, and is refused. */
export function readSubmission(bytes: Buffer): Submission {
  const end = endOfHeader(bytes, 0, bytes.length);
  if (end > limits.headerBytes) throw new SmtpError(552, '5.3.4 the header is too large');
  const text = bytes.toString('latin1', 0, end);
  // A folded first line would continue the header stamped above it.
  if (/^[ \t]/.test(text) || /\r(?!\n)|\0/.test(text)) throw new SmtpError(550, '5.6.0 the header is not well-formed');
  const fields = parseFields(bytes, 0, end);
  if (!fields.every(field => /^[!-9;-~]+$/.test(field.name)))
    throw new SmtpError(550, '5.6.0 a header line has no name');
  return { fields, body: bytes.subarray(end) };
}

/** Exactly one From with one address, the submitter's own; else the mail is refused. */
export function demandOwnFrom({ fields }: Submission, submitter: Submitter): void {
  const from = fields.filter(field => field.name === 'from');
  const [only] = from;
  if (!only || from.length > 1) throw new SmtpError(550, '5.6.0 a mail needs exactly one From header');
  const addresses = addressparser(valueOf(only));
  const [author] = addresses;
  if (author?.address === undefined || addresses.length > 1) throw new SmtpError(550, '5.6.0 From must be one address');
  if (isOwn(author.address, submitter)) return;
  const own = `${submitter.account}@${submitter.domain}`;
  throw new SmtpError(550, `5.7.1 From must be ${own}, the address you logged in with`);
}

export interface Delivery {
  readonly submitter: Submitter;
  readonly session: SMTPServerSession;
  /** With its `+detail`. */
  readonly recipient: string;
  readonly at: Date;
}

/** What lies in the recipient's mailbox: our headers first, none of the client's claims about authentication. */
export function stampMail({ fields, body }: Submission, delivery: Delivery): Buffer[] {
  const isClaim = (field: Field): boolean => field.name === 'authentication-results';
  const kept = fields.filter(field => !isClaim(field)).map(field => field.raw);
  return [Buffer.from(`${formatStamp(delivery)}${kept.join('')}\r\n`, 'latin1'), body];
}

function formatStamp({ submitter: { account, domain }, session, recipient, at }: Delivery): string {
  const { mailFrom } = session.envelope;
  const date = at.toUTCString().replace('GMT', '+0000');
  // What the client calls itself.
  const hello = session.hostNameAppearsAs.replace(/[^A-Za-z0-9.:_[\]-]/g, '').slice(0, 100);
  return [
    `Return-Path: <${mailFrom === false ? '' : mailFrom.address}>`,
    `Delivered-To: ${recipient}`,
    `Received: from ${hello === '' ? 'unknown' : hello} ([${session.remoteAddress}])`,
    `\tby ${domain} with ${session.transmissionType}; ${date}`,
    `Authentication-Results: ${domain}; auth=pass smtp.auth=${account}@${domain}`,
    '',
  ].join('\r\n');
}
