// Tokens: the unguessable part of our addresses and Message-IDs.
// A token says what a reply is about, and proves that its sender got our mail.
import type { Instant } from '../kernel/time.ts';
import type { MatchRef } from '../kernel/documents.ts';

/** What a token is good for. The MAC covers everything here, so nothing of it can be changed. */
export type TokenClaims =
  /** A board mail: this player, at this number of moves played and of take-backs; and the line it asked about, if it did. */
  | {
      readonly kind: 'board';
      readonly match: MatchRef;
      readonly player: number;
      readonly ply: number;
      readonly takeBacks: number;
      readonly asked: string | null;
      readonly userid: string;
    }
  /** An invitation to take a seat. */
  | { readonly kind: 'seat'; readonly match: MatchRef; readonly player: number; readonly address: string }
  /** An address that is to be confirmed for an account. */
  | { readonly kind: 'address'; readonly userid: string; readonly address: string }
  /** A parked mail that waits for its owner's word. */
  | { readonly kind: 'parked'; readonly id: string; readonly userid: string }
  /** A mail to a player about several boards. */
  | { readonly kind: 'digest'; readonly userid: string }
  /** An address of an account, to which something of that account was told. */
  | { readonly kind: 'account'; readonly userid: string; readonly address: string }
  /** A mail that asks whether mail reaches an address of an account, sent at this instant. It stands in Message-IDs alone. */
  | { readonly kind: 'probe'; readonly userid: string; readonly address: string; readonly at: Instant }
  /** A robot that is offered to a player with an open seek. */
  | { readonly kind: 'seek'; readonly number: number; readonly userid: string }
  /** A change of an account that the owner of this address may answer. */
  | { readonly kind: 'alert'; readonly id: string; readonly address: string };

/** text → MAC: a keyed hash of the shell's, lower-case letters and digits. */
export type Sign = (text: string) => string;

/** `b.nex101.0.6.k3x9…`: lower case, at most 60 characters (but for a line asked about, which stands in Message-IDs alone), safe as the +detail of an address and in a Message-ID. */
export function writeToken(claim: TokenClaims, sign: Sign): string {
  return `${visible(claim)}.${sign(signed(claim))}`;
}

/** The part a mail program sees; what is missing here (userid, address) the reader knows from its own documents. */
function visible(claim: TokenClaims): string {
  switch (claim.kind) {
    case 'board':
      return `b.${claim.match.game}${claim.match.number}.${claim.player}.${plyLabel(claim)}${askedLabel(claim.asked)}`;
    case 'seat':
      return `s.${claim.match.game}${claim.match.number}.${claim.player}`;
    case 'address':
      return `a.${claim.userid}`;
    case 'parked':
      return `p.${claim.id}`;
    case 'digest':
      return `d.${claim.userid}`;
    case 'account':
      return `u.${claim.userid}`;
    case 'probe':
      return `r.${claim.userid}.${claim.at.toString(36)}`;
    case 'seek':
      return `k.${claim.number}.${claim.userid}`;
    case 'alert':
      return `n.${claim.id}`;
  }
}

/** `6`; after two take-backs `6-2`, since the same ply exists more than once then. */
const plyLabel = ({ ply, takeBacks }: TokenClaims & { readonly kind: 'board' }): string =>
  takeBacks === 0 ? `${ply}` : `${ply}-${takeBacks}`;

/** A line as a label of a Message-ID, and back: commas are no letters there. A line with other characters cannot be asked about. */
const askedLabel = (line: string | null): string =>
  line === null ? '' : `.${line.toLowerCase().replaceAll(',', '-')}`;
const askedLine = (label: string | undefined): string | null => label?.replaceAll('-', ',') ?? null;

/** Can `yes` to a mail with this token in its Message-ID stand for the line? */
export const isAskable = (line: string): boolean => /^[a-z0-9,]{1,40}$/i.test(line);

const signed = (claim: TokenClaims): string => {
  switch (claim.kind) {
    case 'board':
      return `${visible(claim)}|${claim.userid}`;
    case 'seat':
    case 'address':
    case 'account':
    case 'probe':
    case 'alert':
      return `${visible(claim)}|${claim.address}`;
    case 'parked':
    case 'digest':
    case 'seek':
      return `${visible(claim)}|${claim.userid}`;
  }
};

/** What a token claims to be, before its MAC is checked. */
export type UnverifiedToken =
  | {
      readonly kind: 'board';
      readonly match: MatchRef;
      readonly player: number;
      readonly ply: number;
      readonly takeBacks: number;
      readonly asked: string | null;
      readonly mac: string;
    }
  | { readonly kind: 'seat'; readonly match: MatchRef; readonly player: number; readonly mac: string }
  | { readonly kind: 'address'; readonly userid: string; readonly mac: string }
  | { readonly kind: 'parked'; readonly id: string; readonly mac: string }
  | { readonly kind: 'digest'; readonly userid: string; readonly mac: string }
  | { readonly kind: 'account'; readonly userid: string; readonly mac: string }
  | { readonly kind: 'probe'; readonly userid: string; readonly at: Instant; readonly mac: string }
  | { readonly kind: 'seek'; readonly number: number; readonly userid: string; readonly mac: string }
  | { readonly kind: 'alert'; readonly id: string; readonly mac: string };

const BOARD =
  /^b\.(?<game>[a-z]+)(?<number>[1-9]\d{0,8})\.(?<player>\d)\.(?<ply>0|[1-9]\d{0,4})(?:-(?<takebacks>[1-9]\d{0,4}))?(?:\.(?<asked>[a-z0-9-]{1,40}))?\.(?<mac>[a-z0-9]+)$/;
const SEAT = /^s\.(?<game>[a-z]+)(?<number>[1-9]\d{0,8})\.(?<player>\d)\.(?<mac>[a-z0-9]+)$/;
const SEEK = /^k\.(?<number>[1-9]\d{0,8})\.(?<name>[a-z][a-z0-9_-]+)\.(?<mac>[a-z0-9]+)$/;
const PROBE = /^r\.(?<name>[a-z][a-z0-9_-]+)\.(?<at>[1-9a-z][0-9a-z]{0,9})\.(?<mac>[a-z0-9]+)$/;
/** `a`, `d` and `u` name an account, `p` and `n` a document. */
const NAMED = /^(?<letter>[adu])\.(?<name>[a-z][a-z0-9_-]+)\.(?<mac>[a-z0-9]+)$/;
const FILED = /^(?<letter>[pn])\.(?<name>[a-z0-9]+)\.(?<mac>[a-z0-9]+)$/;

/** Reads a token's text; null when it has not the form of one. */
export function parseToken(detail: string): UnverifiedToken | null {
  const text = detail.toLowerCase();
  const groups = (form: RegExp): Readonly<Record<string, string>> | undefined => form.exec(text)?.groups;
  const board = groups(BOARD);
  if (board !== undefined) return boardToken(board);
  const seat = groups(SEAT);
  if (seat !== undefined) return { kind: 'seat', ...placeIn(seat) };
  const sought = groups(SEEK);
  if (sought !== undefined) return soughtToken(sought);
  const probe = groups(PROBE);
  if (probe !== undefined) return probeToken(probe);
  const named = groups(NAMED);
  if (named !== undefined)
    return { kind: ofName(named['letter']), userid: named['name'] ?? '', mac: named['mac'] ?? '' };
  const filed = groups(FILED);
  if (filed === undefined) return null;
  return { kind: filed['letter'] === 'p' ? 'parked' : 'alert', id: filed['name'] ?? '', mac: filed['mac'] ?? '' };
}

const soughtToken = ({ number, name: userid = '', mac = '' }: Readonly<Record<string, string>>): UnverifiedToken => ({
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

const ofName = (letter: string | undefined): 'address' | 'digest' | 'account' =>
  letter === 'a' ? 'address' : letter === 'd' ? 'digest' : 'account';

const boardToken = (groups: Readonly<Record<string, string>>): UnverifiedToken => ({
  ...{ kind: 'board', ...placeIn(groups) },
  ply: Number(groups['ply']),
  takeBacks: Number(groups['takebacks'] ?? 0),
  asked: askedLine(groups['asked']),
});

const placeIn = ({
  game = '',
  number,
  player,
  mac = '',
}: Readonly<Record<string, string>>): Omit<UnverifiedToken & { readonly kind: 'seat' }, 'kind'> => ({
  match: { game, number: Number(number) },
  player: Number(player),
  mac,
});

/** Is this MAC the one of the claim? */
export const isGenuine = (claim: TokenClaims, mac: string, sign: Sign): boolean => sign(signed(claim)) === mac;

/** What our addresses look like: `games@example.test`, with a token `games+b.nex101.0.6.k3x9…@example.test`. */
export interface OwnAddress {
  readonly local: string;
  readonly domain: string;
}

export const withDetail = (own: OwnAddress, detail: string): string => `${own.local}+${detail}@${own.domain}`;

/** A Message-ID that carries the token and is the same for the same mail of the same cause. */
export const messageIdOf = (own: OwnAddress, token: string, unique: string): string =>
  `<${token}.${unique}@${own.domain}>`;

/** The +detail of one of our addresses. Returns null for another address, or one without a detail. */
export function detailOf(own: OwnAddress, address: string): string | null {
  const prefix = `${own.local}+`;
  const suffix = `@${own.domain}`;
  const text = address.toLowerCase();
  return text.startsWith(prefix) && text.endsWith(suffix) ? text.slice(prefix.length, -suffix.length) : null;
}

/** The token in one of our Message-IDs: everything but the last label, which is the unique part. */
export function detailOfMessageId(own: OwnAddress, messageId: string): string | null {
  const match = /^<([^<>@]+)\.[a-z0-9]+@([^<>@]+)>$/.exec(messageId.toLowerCase());
  return match?.[2] === own.domain ? (match[1] ?? null) : null;
}

/** Kinds of tokens in mails to somebody whose address is not proved yet. */
const TO_STRANGERS: ReadonlySet<string> = new Set(['seat', 'address', 'parked']);

/** Does one of our Message-IDs belong to a mail to somebody who need not be a player? `m` is in mails without a token. */
export function isToStranger(own: OwnAddress, messageId: string): boolean {
  const detail = detailOfMessageId(own, messageId) ?? '';
  const token = parseToken(detail);
  return token === null ? detail === 'm' : TO_STRANGERS.has(token.kind);
}
