// Tokens: the unguessable part of our addresses and Message-IDs.
// A token says what a reply is about, and proves that its sender got our mail.
import type { Instant } from '../kernel/time.ts';
import type { MatchRef } from '../kernel/documents.ts';

/** What a token states. The MAC covers all of these fields. */
export type TokenClaims =
  /** A board mail to a player, after a number of moves and take-backs. `askedLine`: the line that the mail asked about. */
  | {
      readonly kind: 'board';
      readonly match: MatchRef;
      readonly player: number;
      readonly ply: number;
      readonly takeBacks: number;
      readonly askedLine: string | null;
      readonly userid: string;
    }
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
  /** The offer of a robot to a player with an open seek. */
  | { readonly kind: 'seek'; readonly number: number; readonly userid: string }
  /** An alert that the owner of this address may answer. */
  | { readonly kind: 'alert'; readonly id: string; readonly address: string };

/** Computes the MAC of a text, a keyed hash in lower-case letters and digits. */
export type Sign = (text: string) => string;

/**
 * Writes a token such as `b.nex101.0.6.k3x9…`, for the +detail of an address or a Message-ID. It is lower case and has at most 60
 * characters, or more if it holds an asked line, which is only in Message-IDs.
 */
export function writeToken(claims: TokenClaims, sign: Sign): string {
  return `${writeVisiblePart(claims)}.${sign(writeSignedText(claims))}`;
}

/** The part of a token before its MAC. The missing userid or address is known from the documents. */
function writeVisiblePart(claims: TokenClaims): string {
  switch (claims.kind) {
    case 'board':
      return `b.${claims.match.game}${claims.match.number}.${claims.player}.${writePlyLabel(claims)}${writeAskedLabel(claims.askedLine)}`;
    case 'seat':
      return `s.${claims.match.game}${claims.match.number}.${claims.player}`;
    case 'address':
      return `a.${claims.userid}`;
    case 'parked':
      return `p.${claims.id}`;
    case 'digest':
      return `d.${claims.userid}`;
    case 'account':
      return `u.${claims.userid}`;
    case 'probe':
      return `r.${claims.userid}.${claims.at.toString(36)}`;
    case 'seek':
      return `k.${claims.number}.${claims.userid}`;
    case 'alert':
      return `n.${claims.id}`;
  }
}

/** The ply as `6`, or `6-2` after two take-backs, when the same ply exists more than once. */
const writePlyLabel = ({ ply, takeBacks }: TokenClaims & { readonly kind: 'board' }): string =>
  takeBacks === 0 ? `${ply}` : `${ply}-${takeBacks}`;

/** A line as a label of a Message-ID, and back. Commas become hyphens, blanks underscores. Lines with other special characters cannot be asked about. */
const writeAskedLabel = (line: string | null): string =>
  line === null ? '' : `.${line.toLowerCase().replaceAll(',', '-').replaceAll(' ', '_')}`;
const parseAskedLabel = (label: string | undefined): string | null =>
  label?.replaceAll('-', ',').replaceAll('_', ' ') ?? null;

/** Can a token hold the line, so that `yes` to the mail means it? */
export const isAskable = (line: string): boolean => /^[a-z0-9, ]{1,40}$/i.test(line);

const writeSignedText = (claims: TokenClaims): string => {
  switch (claims.kind) {
    case 'board':
      return `${writeVisiblePart(claims)}|${claims.userid}`;
    case 'seat':
    case 'address':
    case 'account':
    case 'probe':
    case 'alert':
      return `${writeVisiblePart(claims)}|${claims.address}`;
    case 'parked':
    case 'digest':
    case 'seek':
      return `${writeVisiblePart(claims)}|${claims.userid}`;
  }
};

type Unverified<Kind, Hidden extends string> = Kind extends string
  ? Omit<Extract<TokenClaims, { readonly kind: Kind }>, Hidden> & { readonly mac: string }
  : never;

/** What a token claims to be, before its MAC is checked. It does not show all the fields that the MAC covers. */
export type UnverifiedToken =
  | Unverified<'board' | 'parked', 'userid'>
  | Unverified<'seat' | 'address' | 'account' | 'probe' | 'alert', 'address'>
  | Unverified<'digest' | 'seek', never>;

const BOARD_TOKEN =
  /^b\.(?<game>[a-z]+)(?<number>[1-9]\d{0,8})\.(?<player>\d)\.(?<ply>0|[1-9]\d{0,4})(?:-(?<takebacks>[1-9]\d{0,4}))?(?:\.(?<asked>[a-z0-9_-]{1,40}))?\.(?<mac>[a-z0-9]+)$/;
const SEAT_TOKEN = /^s\.(?<game>[a-z]+)(?<number>[1-9]\d{0,8})\.(?<player>\d)\.(?<mac>[a-z0-9]+)$/;
const SEEK_TOKEN = /^k\.(?<number>[1-9]\d{0,8})\.(?<name>[a-z][a-z0-9_-]+)\.(?<mac>[a-z0-9]+)$/;
const PROBE_TOKEN = /^r\.(?<name>[a-z][a-z0-9_-]+)\.(?<at>[1-9a-z][0-9a-z]{0,9})\.(?<mac>[a-z0-9]+)$/;
/** `a`, `d` and `u` name an account, `p` and `n` a document. */
const ACCOUNT_TOKEN = /^(?<letter>[adu])\.(?<name>[a-z][a-z0-9_-]+)\.(?<mac>[a-z0-9]+)$/;
const DOCUMENT_TOKEN = /^(?<letter>[pn])\.(?<name>[a-z0-9]+)\.(?<mac>[a-z0-9]+)$/;

/** Parses a token without checking its MAC. null: the text is not a token. */
export function parseToken(detail: string): UnverifiedToken | null {
  const text = detail.toLowerCase();
  const groups = (pattern: RegExp): Readonly<Record<string, string>> | undefined => pattern.exec(text)?.groups;
  const board = groups(BOARD_TOKEN);
  if (board !== undefined) return boardToken(board);
  const seat = groups(SEAT_TOKEN);
  if (seat !== undefined) return { kind: 'seat', ...seatFields(seat) };
  const seek = groups(SEEK_TOKEN);
  if (seek !== undefined) return seekToken(seek);
  const probe = groups(PROBE_TOKEN);
  if (probe !== undefined) return probeToken(probe);
  const account = groups(ACCOUNT_TOKEN);
  if (account !== undefined)
    return { kind: accountTokenKind(account['letter']), userid: account['name'] ?? '', mac: account['mac'] ?? '' };
  const document = groups(DOCUMENT_TOKEN);
  if (document === undefined) return null;
  return {
    kind: document['letter'] === 'p' ? 'parked' : 'alert',
    id: document['name'] ?? '',
    mac: document['mac'] ?? '',
  };
}

const seekToken = ({ number, name: userid = '', mac = '' }: Readonly<Record<string, string>>): UnverifiedToken => ({
  kind: 'seek',
  number: Number(number),
  userid,
  mac,
});

const probeToken = ({ name: userid = '', at = '', mac = '' }: Readonly<Record<string, string>>): UnverifiedToken => ({
  kind: 'probe',
  userid,
  at: Number.parseInt(at, 36),
  mac,
});

const accountTokenKind = (letter: string | undefined): 'address' | 'digest' | 'account' =>
  letter === 'a' ? 'address' : letter === 'd' ? 'digest' : 'account';

const boardToken = (groups: Readonly<Record<string, string>>): UnverifiedToken => ({
  ...{ kind: 'board', ...seatFields(groups) },
  ply: Number(groups['ply']),
  takeBacks: Number(groups['takebacks'] ?? 0),
  askedLine: parseAskedLabel(groups['asked']),
});

const seatFields = ({
  game = '',
  number,
  player,
  mac = '',
}: Readonly<Record<string, string>>): Omit<UnverifiedToken & { readonly kind: 'seat' }, 'kind'> => ({
  match: { game, number: Number(number) },
  player: Number(player),
  mac,
});

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
const TO_STRANGERS: ReadonlySet<string> = new Set(['seat', 'address', 'parked']);

/** Is one of our Message-IDs that of a mail to a person without an account? `m` is in mails without a token. */
export function isToStranger(ownAddress: OwnAddress, messageId: string): boolean {
  const detail = detailOfMessageId(ownAddress, messageId) ?? '';
  const token = parseToken(detail);
  return token === null ? detail === 'm' : TO_STRANGERS.has(token.kind);
}
