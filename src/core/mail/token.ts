// Tokens: the unguessable part of our addresses and Message-IDs.
// A token says what a reply is about, and proves that its sender got our mail.
import type { Instant } from '../kernel/time.ts';
import type { MatchRef } from '../kernel/documents.ts';
import type { Incoming } from './incoming.ts';

/** What a token states. The MAC covers all of these fields. */
export type TokenClaims =
  /** A board mail to a player, after a number of moves and take-backs. `askedLines`: those that the mail asked about. */
  | {
      readonly kind: 'board';
      readonly match: MatchRef;
      readonly player: number;
      readonly ply: number;
      readonly takeBacks: number;
      /** The number of proposals at this position. 0 and 1 are the same. */
      readonly proposals: number;
      readonly askedLines: readonly string[];
      readonly userid: string;
    }
  /** A mail without a board that asks its reader about these lines. */
  | { readonly kind: 'question'; readonly askedLines: readonly string[]; readonly address: string }
  /** An invitation to take a seat. */
  | { readonly kind: 'seat'; readonly match: MatchRef; readonly player: number; readonly address: string }
  /** An address to be confirmed for an account. */
  | { readonly kind: 'address'; readonly userid: string; readonly address: string }
  /** A parked mail that the owner of the account must confirm. */
  | { readonly kind: 'parked'; readonly id: string; readonly userid: string }
  /** A mail to a player about several boards. */
  | { readonly kind: 'digest'; readonly userid: string }
  /** A mail about an account to one of its addresses. */
  | { readonly kind: 'account'; readonly userid: string; readonly address: string }
  /** A probe of an address of an account, sent at this instant. The token is only in Message-IDs. */
  | { readonly kind: 'probe'; readonly userid: string; readonly address: string; readonly at: Instant }
  /** The offer of a robot, to a player who waits for an opponent. The document with this number says for what. */
  | { readonly kind: 'offer'; readonly number: number; readonly userid: string }
  /** A problem that a player may solve. */
  | { readonly kind: 'problem'; readonly number: number; readonly userid: string }
  /** An alert that the owner of this address may answer. */
  | { readonly kind: 'alert'; readonly id: string; readonly address: string };

/** Computes the MAC of a text, a keyed hash in lower-case letters and digits. */
export type Sign = (text: string) => string;

/**
 * Writes a token such as `b.nex101.0.6.k3x9…`, for the +detail of an address or a Message-ID. It is lower case and has at most 60
 * characters, or more if it holds asked lines, which are only in Message-IDs.
 */
export function writeToken(claims: TokenClaims, sign: Sign): string {
  return `${writeVisiblePart(claims)}.${sign(writeSignedText(claims))}`;
}

/** The part of a token before its MAC. The missing userid or address is known from the documents. */
const writeVisiblePart = (claims: TokenClaims): string =>
  KINDS[claims.kind].letter + KINDS[claims.kind].labels.map(({ write }) => write(claims as never)).join('');

/** Can a token hold the line, so that an answer to the mail means it? */
export const isAskable = (line: string): boolean => /^[ -~]{1,60}$/.test(line);

const writeSignedText = (claims: TokenClaims): string =>
  `${writeVisiblePart(claims)}|${'address' in claims ? claims.address : claims.userid}`;

type Unverified<Kind, Hidden extends string> = Kind extends string
  ? Omit<Extract<TokenClaims, { readonly kind: Kind }>, Hidden> & { readonly mac: string }
  : never;

/** What a token claims to be, before its MAC is checked. It does not show all the fields that the MAC covers. */
export type UnverifiedToken =
  | Unverified<'board' | 'parked', 'userid'>
  | Unverified<'seat' | 'address' | 'account' | 'probe' | 'alert' | 'question', 'address'>
  | Unverified<'digest' | 'offer' | 'problem', never>;

type Claims<Kind extends TokenClaims['kind']> = TokenClaims & { readonly kind: Kind };

/** A label of the visible part of a token, or several: their pattern, and how they are written and read. */
interface Label {
  readonly pattern: string;
  readonly write: (claims: never) => string;
  readonly read: (found: Readonly<Record<string, string | undefined>>) => object;
}

const SEAT: Label = {
  pattern: String.raw`\.(?<game>[a-z]+)(?<number>[1-9]\d{0,8})\.(?<player>\d)`,
  write: ({ match, player }: Claims<'seat'>) => `.${match.game}${match.number}.${player}`,
  read: ({ game = '', number, player }) => ({ match: { game, number: Number(number) }, player: Number(player) }),
};

/** The ply as `6`, or `6-2` after two take-backs, when the same ply exists more than once. `6q3`: with a third proposal at this position. */
const POSITION: Label = {
  pattern: String.raw`\.(?<ply>0|[1-9]\d{0,4})(?:-(?<takebacks>[1-9]\d{0,4}))?(?:q(?<proposals>[1-9]\d{0,3}))?`,
  write: ({ ply, takeBacks, proposals }: Claims<'board'>) =>
    `.${ply}${takeBacks === 0 ? '' : `-${takeBacks}`}${proposals < 2 ? '' : `q${proposals}`}`,
  read: ({ ply, takebacks = '0', proposals = '1' }) => ({
    ...{ ply: Number(ply), takeBacks: Number(takebacks), proposals: Number(proposals) },
  }),
};

/** Lines as labels of a Message-ID. A comma becomes a hyphen, a blank an underscore, any other mark its code: `set_mail~3dtext`. */
const ASKED: Label = {
  pattern: String.raw`(?<asked>(?:\.[a-z0-9_~-]{1,100}){1,3})`,
  write: ({ askedLines }: Claims<'question'>) => askedLines.map(line => `.${writeAskedLine(line)}`).join(''),
  read: ({ asked = '' }) => ({ askedLines: asked.split('.').slice(1).map(parseAskedLine) }),
};

const writeAskedLine = (line: string): string =>
  line
    .toLowerCase()
    .replace(/[^a-z0-9]/g, mark => ({ ',': '-', ' ': '_' })[mark] ?? `~${mark.charCodeAt(0).toString(16)}`);

const parseAskedLine = (label: string): string =>
  label
    .replaceAll('-', ',')
    .replaceAll('_', ' ')
    .replace(/~([2-7][\da-f])/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

const USERID: Label = {
  pattern: String.raw`\.(?<userid>[a-z][a-z0-9_-]+)`,
  write: ({ userid }: Claims<'digest'>) => `.${userid}`,
  read: ({ userid = '' }) => ({ userid }),
};

const ID: Label = {
  pattern: String.raw`\.(?<id>[a-z0-9]+)`,
  write: ({ id }: Claims<'parked'>) => `.${id}`,
  read: ({ id = '' }) => ({ id }),
};

const NUMBER: Label = {
  pattern: String.raw`\.(?<number>[1-9]\d{0,8})`,
  write: ({ number }: Claims<'offer'>) => `.${number}`,
  read: ({ number }) => ({ number: Number(number) }),
};

const SENT_AT: Label = {
  pattern: String.raw`\.(?<at>[1-9a-z][0-9a-z]{0,9})`,
  write: ({ at }: Claims<'probe'>) => `.${at.toString(36)}`,
  read: ({ at = '' }) => ({ at: Number.parseInt(at, 36) }),
};

const describeKind = (letter: string, ...labels: readonly Label[]) => ({
  ...{ letter, labels },
  pattern: new RegExp(`^${letter}${labels.map(({ pattern }) => pattern).join('')}\\.(?<mac>[a-z0-9]+)$`),
});

/** The letter that each kind of token begins with, and its labels before the MAC. */
const KINDS = {
  board: describeKind('b', SEAT, POSITION, { ...ASKED, pattern: `${ASKED.pattern}?` }),
  seat: describeKind('s', SEAT),
  address: describeKind('a', USERID),
  digest: describeKind('d', USERID),
  account: describeKind('u', USERID),
  parked: describeKind('p', ID),
  alert: describeKind('n', ID),
  probe: describeKind('r', USERID, SENT_AT),
  offer: describeKind('k', NUMBER, USERID),
  problem: describeKind('m', NUMBER, USERID),
  question: describeKind('q', ASKED),
} satisfies Readonly<Record<TokenClaims['kind'], object>>;

/** Parses a token without checking its MAC. null: the text is not a token. */
export function parseToken(detail: string): UnverifiedToken | null {
  const text = detail.toLowerCase();
  for (const [kind, { labels, pattern }] of Object.entries(KINDS)) {
    const found = pattern.exec(text)?.groups;
    if (found === undefined) continue;
    return Object.assign({ kind, mac: found['mac'] }, ...labels.map(({ read }) => read(found))) as UnverifiedToken;
  }
  return null;
}

/** Is the MAC correct for these claims? */
export const isGenuine = (claims: TokenClaims, mac: string, sign: Sign): boolean =>
  sign(writeSignedText(claims)) === mac;

/** Our address: `games@example.test`, or with a token `games+b.nex101.0.6.k3x9…@example.test`. */
export interface OwnAddress {
  readonly local: string;
  readonly domain: string;
}

export const formatDetailAddress = (ownAddress: OwnAddress, detail: string): string =>
  `${ownAddress.local}+${detail}@${ownAddress.domain}`;

/** A Message-ID with a token. The suffix makes it unique, and the same for the same mail of the same cause. */
export const messageIdOf = (ownAddress: OwnAddress, token: string, suffix: string): string =>
  `<${token}.${suffix}@${ownAddress.domain}>`;

/** The +detail of one of our addresses. Returns null for another address, or one without a detail. */
export function detailOf(ownAddress: OwnAddress, address: string): string | null {
  const prefix = `${ownAddress.local}+`;
  const suffix = `@${ownAddress.domain}`;
  const text = address.toLowerCase();
  return text.startsWith(prefix) && text.endsWith(suffix) ? text.slice(prefix.length, -suffix.length) : null;
}

/** Is it our address, with or without a detail? */
export const isServiceAddress = (ownAddress: OwnAddress, address: string): boolean =>
  address.toLowerCase() === `${ownAddress.local}@${ownAddress.domain}` || detailOf(ownAddress, address) !== null;

/** The token in one of our Message-IDs: everything but the last label, which is the suffix. */
export function detailOfMessageId(ownAddress: OwnAddress, messageId: string): string | null {
  const match = /^<([^<>@]+)\.[a-z0-9]+@([^<>@]+)>$/.exec(messageId.toLowerCase());
  return match?.[2] === ownAddress.domain ? (match[1] ?? null) : null;
}

/** Kinds of tokens in mails to addresses that are not proved yet. */
const TO_STRANGERS: ReadonlySet<string> = new Set(['seat', 'address', 'parked', 'question']);

/** Is one of our Message-IDs that of a mail to a person without an account? `m` is in mails without a token. */
export function isToStranger(ownAddress: OwnAddress, messageId: string): boolean {
  const detail = detailOfMessageId(ownAddress, messageId) ?? '';
  const token = parseToken(detail);
  return token === null ? detail === 'm' : TO_STRANGERS.has(token.kind);
}

// Return paths: the sender of the envelope names the reader of a mail (VERP), so that a mail that comes back tells whose it was.

/** The player a mail was for, and when it was written. `probed`: the address that the mail probes. null: it is no probe. */
export interface ReturnPath {
  readonly userid: string;
  readonly at: Instant;
  readonly probed: string | null;
}

const signPath = ({ userid, at, probed }: ReturnPath, sign: Sign): string =>
  sign(probed === null ? `return path|${userid}|${at}` : `return path of a probe|${userid}|${at}|${probed}`);

/** RFC 5321 4.5.3.1.1. */
const MAX_LOCAL_LENGTH = 64;

/** `games+v.alice.mguyz4ow.k3x9…@example.test`. null: it would be too long. */
export function formatReturnPath(own: OwnAddress, path: ReturnPath, sign: Sign): string | null {
  const detail = `v.${path.userid}.${path.at.toString(36)}.${signPath(path, sign)}`;
  return own.local.length + 1 + detail.length > MAX_LOCAL_LENGTH ? null : formatDetailAddress(own, detail);
}

const DETAIL = /^v\.(?<userid>[a-z][a-z0-9_-]{0,40})\.(?<at>[1-9a-z][0-9a-z]{0,9})\.(?<mac>[a-z0-9]{1,40})$/;

/** A return path whose MAC is not checked. */
export type UnverifiedReturnPath = Omit<ReturnPath, 'probed'> & { readonly mac: string };

/** The return paths among the recipients of a mail. */
export const listReturnPaths = (mail: Incoming, own: OwnAddress): readonly UnverifiedReturnPath[] =>
  mail.recipients.flatMap(address => {
    const { userid = '', at = '', mac } = DETAIL.exec(detailOf(own, address) ?? '')?.groups ?? {};
    return mac === undefined ? [] : [{ userid, at: Number.parseInt(at, 36), mac }];
  });

/** `probed`: as of a probe of this address. null: as of another mail. */
export const isGenuinePath = ({ mac, ...path }: UnverifiedReturnPath, probed: string | null, sign: Sign): boolean =>
  signPath({ ...path, probed }, sign) === mac;
