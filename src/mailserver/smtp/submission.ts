// A submitted mail: whether its sender may say so, and the headers the server vouches with.
import addressparser from 'nodemailer/lib/addressparser';
import { localAddress } from '../addresses.ts';
import { limits } from '../limits.ts';
import { endOfHeader, parseFields, valueOf, type Field } from '#mime/header.ts';

/** Who speaks, as the login proved it. */
export interface Submitter {
  readonly account: string;
  readonly domain: string;
}

export interface SmtpReply {
  readonly code: number;
  readonly text: string;
}

/** A mail whose header has been read. */
export interface Submission {
  readonly fields: readonly Field[];
  readonly body: Buffer;
}

const refuse = (code: number, text: string): SmtpReply => ({ code, text });

/** Whether the address is the submitter's own, a `+detail` allowed. */
export function isOwn(address: string, { account, domain }: Submitter): boolean {
  return localAddress(address, domain)?.local === account;
}

/** Reads the header strictly: what mail programs could read in two ways is no mail we vouch for. */
export function readSubmission(bytes: Buffer): Submission | SmtpReply {
  const end = endOfHeader(bytes, 0, bytes.length);
  if (end > limits.headerBytes) return refuse(552, '5.3.4 the header is too large');
  const text = bytes.toString('latin1', 0, end);
  // A folded first line would continue the header stamped above it.
  if (/^[ \t]/.test(text) || /\r(?!\n)|\0/.test(text)) return refuse(550, '5.6.0 the header is not well-formed');
  const fields = parseFields(bytes, 0, end);
  if (!fields.every(field => /^[!-9;-~]+$/.test(field.name))) return refuse(550, '5.6.0 a header line has no name');
  return { fields, body: bytes.subarray(end) };
}

/** Exactly one From with one address, the submitter's own. */
export function refuseFrom({ fields }: Submission, submitter: Submitter): SmtpReply | undefined {
  const from = fields.filter(field => field.name === 'from');
  const [only] = from;
  if (!only || from.length > 1) return refuse(550, '5.6.0 a mail needs exactly one From header');
  const addresses = addressparser(valueOf(only));
  const [author] = addresses;
  if (author?.address === undefined || addresses.length > 1) return refuse(550, '5.6.0 From must be one address');
  if (isOwn(author.address, submitter)) return undefined;
  return refuse(550, `5.7.1 From must be ${submitter.account}@${submitter.domain}, the address you logged in with`);
}

export interface Delivery {
  readonly submitter: Submitter;
  readonly sender: string;
  /** With its `+detail`. */
  readonly recipient: string;
  /** What the client calls itself. */
  readonly hello: string;
  /** Its IP address. */
  readonly peer: string;
  readonly protocol: string;
  readonly at: Date;
}

/** What lies in the recipient's mailbox: our headers first, none of the client's claims about authentication. */
export function stamped({ fields, body }: Submission, delivery: Delivery): Buffer[] {
  const claims = (field: Field): boolean => field.name === 'authentication-results';
  const kept = fields.filter(field => !claims(field)).map(field => field.raw);
  return [Buffer.from(`${stamp(delivery)}${kept.join('')}\r\n`, 'latin1'), body];
}

function stamp({ submitter: { account, domain }, ...delivery }: Delivery): string {
  const date = delivery.at.toUTCString().replace('GMT', '+0000');
  const hello = delivery.hello.replace(/[^A-Za-z0-9.:_[\]-]/g, '').slice(0, 100);
  return [
    `Return-Path: <${delivery.sender}>`,
    `Delivered-To: ${delivery.recipient}`,
    `Received: from ${hello === '' ? 'unknown' : hello} ([${delivery.peer}])`,
    `\tby ${domain} with ${delivery.protocol}; ${date}`,
    `Authentication-Results: ${domain}; auth=pass smtp.auth=${account}@${domain}`,
    '',
  ].join('\r\n');
}
