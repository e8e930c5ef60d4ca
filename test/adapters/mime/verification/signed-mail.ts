// Signs mails for tests, apart from the library that verifies them, and answers for the DNS of their domains.
import { createHash, createPrivateKey, sign } from 'node:crypto';
import { sealMessage } from 'mailauth/lib/arc/index.js';
import type { Verification } from '#core/mail/incoming.ts';
import { readInSteps, readStep, type Verifier } from '#adapters/mime/verified-reading.ts';
import type { Resolver, TxtAnswer } from '#service/ports.ts';
import { type KeyPair, RSA } from './keys.ts';

export const NOW = Date.UTC(2026, 10, 21, 10, 0, 0);
const SECONDS = NOW / 1_000;

/** A mail of alice, whose provider signs what large providers sign. */
export const HEADER: readonly string[] = [
  'Return-Path: <alice@example.org>',
  'From: Alice <alice@example.org>',
  'To: games@example.test',
  'Subject: nex  challenge',
  '\t-size=5 alice bob',
  'Date: Sat, 21 Nov 2026 09:59:00 +0000',
  'Message-ID: <m1@example.org>',
];
export const BODY = 'Well met,  bob! \r\n\r\nalice\r\n\r\n\r\n';

export const writeMail = (header: readonly string[] = HEADER, body = BODY): string =>
  `${header.join('\r\n')}\r\n\r\n${body}`;

export const SIGNED = 'from:to:subject:date:message-id';

export interface SigningOptions {
  /** Replaces tags, or adds them. */
  readonly tags?: Readonly<Record<string, string>>;
  readonly key?: KeyPair;
}

const relaxBody = (body: string): string =>
  body
    .replace(/[ \t]+/g, ' ')
    .replace(/ \r\n/g, '\r\n')
    .replace(/(?:\r\n)+$/, '')
    .replace(/(?<=[^])$/, '\r\n');
const simplifyBody = (body: string): string => `${body.replace(/(?:\r\n)+$/, '')}\r\n`;

function relaxField(field: string): string {
  const colon = field.indexOf(':');
  const value = field.slice(colon + 1).replace(/\r\n/g, '').replace(/[ \t]+/g, ' ').trim(); // prettier-ignore
  return `${field.slice(0, colon).toLowerCase().trim()}:${value}`;
}

const fieldsOf = (header: string): readonly string[] => header.split(/\r\n(?![ \t])/);

/** The fields that `h=` names, the lowest of a name first. */
function listSigned(header: string, names: string): readonly string[] {
  const left = [...fieldsOf(header)];
  return names.split(':').flatMap(name => {
    const index = left.findLastIndex(field => field.toLowerCase().startsWith(`${name.trim().toLowerCase()}:`));
    return index === -1 ? [] : left.splice(index, 1);
  });
}

function hashBody(body: string, form: string, { a = '', l }: Readonly<Record<string, string>>): string {
  const text = (form === 'relaxed' ? relaxBody(body) : simplifyBody(body)).slice(0, l === undefined ? Infinity : Number(l)); // prettier-ignore
  return createHash(a === 'rsa-sha1' ? 'sha1' : 'sha256')
    .update(text, 'latin1')
    .digest('base64');
}

/** The mail with a DKIM-Signature above it. */
export function signMail(mail: string, { tags = {}, key = RSA }: SigningOptions = {}): string {
  const end = mail.indexOf('\r\n\r\n');
  const header = mail.slice(0, end);
  const usual = { v: '1', a: 'rsa-sha256', c: 'relaxed/relaxed', d: 'example.org', s: 'sel', t: String(SECONDS - 60) };
  const all: { c: string; h: string; a: string } & Record<string, string> = { ...usual, h: SIGNED, ...tags };
  const [headerForm = '', bodyForm = 'simple'] = all.c.split('/');
  const list = Object.entries({ ...all, bh: hashBody(mail.slice(end + 4), bodyForm, all) });
  const field = `DKIM-Signature: ${list.map(([name, value]) => `${name}=${value}`).join(';\r\n ')};\r\n b=`;
  const relax = (each: string): string => (headerForm === 'relaxed' ? relaxField(each) : each);
  const signed = listSigned(header, all.h).map(each => `${relax(each)}\r\n`);
  return `${field}${signText([...signed, relax(field)].join(''), all.a, key)}\r\n${mail}`;
}

function signText(text: string, algorithm: string, key: KeyPair): string {
  const privateKey = createPrivateKey({ key: Buffer.from(key.private, 'base64'), format: 'der', type: 'pkcs8' });
  const bytes = Buffer.from(text, 'latin1');
  if (privateKey.asymmetricKeyType === 'ed25519')
    return sign(null, createHash('sha256').update(bytes).digest(), privateKey).toString('base64');
  return sign(algorithm === 'rsa-sha1' ? 'sha1' : 'sha256', bytes, privateKey).toString('base64');
}

/** The mail with an ARC set above it, as a server writes it that forwards the mail. */
export async function sealMail(mail: string, domain: string, results: string, cv = 'none'): Promise<string> {
  const privateKey = createPrivateKey({ key: Buffer.from(RSA.private, 'base64'), format: 'der', type: 'pkcs8' });
  const set = await sealMessage(Buffer.from(mail, 'latin1'), {
    ...{ signingDomain: domain, selector: 'arc', signTime: new Date(NOW), algorithm: 'rsa-sha256' },
    ...{ privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }), authResults: results, cv },
  });
  return set.toString('latin1') + mail;
}

export const keyRecord = (key: KeyPair = RSA, tags = ''): string => `v=DKIM1; ${tags}p=${key.public}`;

/** The records by their names. An Error: the name server does not answer. */
export type Zone = Readonly<Record<string, string | readonly string[] | Error>>;

export const ZONE: Zone = {
  'sel._domainkey.example.org': keyRecord(),
  '_dmarc.example.org': 'v=DMARC1; p=reject',
};

function answerFrom(zone: Zone, name: string): TxtAnswer {
  const records = Object.hasOwn(zone, name) ? zone[name] : undefined;
  if (records === undefined) return { kind: 'none' };
  if (records instanceof Error) return { kind: 'failed', why: records.message };
  return { kind: 'found', records: [records].flat() };
}

export interface TestVerifier extends Verifier {
  /** The names that were looked up. */
  readonly asked: readonly string[];
}

export function createTestVerifier(zone: Zone = ZONE, overrides: Partial<Verifier['context']> = {}): TestVerifier {
  const asked: string[] = [];
  const resolver: Resolver = {
    resolveTxt: name => {
      asked.push(name);
      return Promise.resolve(answerFrom(zone, name));
    },
  };
  return {
    ...{ asked, resolver, clock: { now: () => NOW, sleep: () => new Promise(() => undefined) } },
    context: {
      own: { local: 'games', domain: 'example.test' },
      servers: ['mx.example.test'],
      sealers: [],
      ...overrides,
    },
  };
}

/** What becomes of the mail, without a thread. null: it is not verified. */
export async function verify(mail: string, verifier: Verifier = createTestVerifier()): Promise<Verification | null> {
  const raw = Buffer.from(mail, 'latin1');
  const reading = await readInSteps({ raw, size: raw.length }, readStep, verifier);
  return reading.kind === 'read' ? (reading.mail.verification ?? null) : null;
}
