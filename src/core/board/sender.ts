// Identifies the sender of a mail, and the board it is about.
// The proof is one of our tokens, or the word of the server that received the mail, and never From alone.
import { isAuthenticated } from '../mail/authentication-results.ts';
import {
  type TokenClaims,
  detailOfMessageId,
  isGenuine,
  type OwnAddress,
  parseToken,
  type Sign,
  type UnverifiedToken,
} from '../mail/token.ts';
import { detailsOf } from '../mail/gates.ts';
import { type Incoming, isChat } from '../mail/incoming.ts';
import { makeBoardContext, type BoardContext, type MailSender } from '../mail/mail-sender.ts';
import { requireGame, matchStateOf, playerName } from './match.ts';
import { answersWanted } from './proposals.ts';
import { findBoardInSubject } from './board-in-subject.ts';
import { stripReplyPrefixes } from '../kernel/words.ts';
import type { State } from '../kernel/state.ts';
import { isSameBoard, type MatchRef } from '../kernel/documents.ts';
import { must } from '#games/kit/assert.ts';

export interface Identity {
  readonly sender: MailSender;
  /** The genuine token of the mail. */
  readonly token: UnverifiedToken | null;
  readonly detail: string | null;
  readonly board: BoardContext | null;
  /** Whose word is needed before a command of an account may run: the mail is parked meanwhile. */
  readonly ownerToAsk: string | null;
  /** Does the address in From belong to an account? That its owner wrote the mail is not said. */
  readonly isPlayers: boolean;
}

export interface Trust {
  readonly own: OwnAddress;
  /** The authserv-ids whose Authentication-Results count. */
  readonly servers: readonly string[];
  readonly sign: Sign;
}

export function identify(mail: Incoming, state: State, trust: Trust): Identity {
  const from = must(mail.from[0], 'a mail that passed the gates has one sender');
  const { token, detail } = genuineToken(mail, state, trust, from.address);
  const claim = token === null ? null : claimOf(token, state, from.address);
  const owner = state.owner(from.address);
  const isVouched = isAuthenticated(mail, from.address, trust.servers);
  const { proof, userid, ownerToAsk } = proofOf(claim, from.address, { owner, isVouched });
  const isOwner = proof !== 'none' && (isVouched || claim?.kind === 'parked');
  const sender: MailSender = {
    address: from.address,
    name: from.name,
    messageId: mail.messageId,
    proof,
    userid,
    isOwner,
    isChat: isChat(mail),
    language: null,
  };
  const board = findBoardContext(mail, state, trust, token);
  const isPlayers = owner !== null;
  return {
    sender,
    token,
    detail,
    ownerToAsk,
    isPlayers,
    board: board === null ? null : askingOf(board, state, userid),
  };
}

/** The identity of a mail's sender, if the mail is not read. */
export function stranger(mail: Incoming): Identity {
  const {
    from: [from],
    messageId,
  } = mail;
  const address = from?.address ?? '';
  const sender: MailSender = {
    ...{ address, name: '', messageId, proof: 'none', userid: null, isOwner: false },
    isChat: isChat(mail),
    language: null,
  };
  return { sender, ...NOTHING_KNOWN };
}

const NOTHING_KNOWN = {
  token: null,
  detail: null,
  board: null,
  ownerToAsk: null,
  isPlayers: false,
};

interface SenderProof extends Pick<MailSender, 'proof' | 'userid'>, Pick<Identity, 'ownerToAsk'> {}

/** `owner`: the account of the address in From. */
function proofOf(
  claim: TokenClaims | null,
  from: string,
  { owner, isVouched }: { readonly owner: string | null; readonly isVouched: boolean },
): SenderProof {
  const byServer: SenderProof = isVouched
    ? { proof: 'authentication-results', userid: owner, ownerToAsk: null }
    : { proof: 'none', userid: null, ownerToAsk: owner };
  if (claim === null) return byServer;
  if (claim.kind === 'address') return byToken(claim.userid);
  if (isPassedOn(claim) && claim.userid !== owner) return passedOn(claim.userid, { owner, isVouched }, byServer);
  // A mail sent to one address is answered from there, by the address's present owner. Passed on, it proves nothing.
  const isTheirs =
    (!('address' in claim) || claim.address === from) && (!('userid' in claim) || claim.userid === owner);
  return isTheirs ? byToken(owner) : byServer;
}

/** Tokens of mails with boards, lists and answers. Such mails are passed on, to others and from one address to another. */
const PASSED_ON = ['board', 'digest', 'account', 'seek', 'probe'] as const;

const isPassedOn = (claim: TokenClaims | null): claim is TokenClaims & { readonly kind: (typeof PASSED_ON)[number] } =>
  PASSED_ON.some(kind => kind === claim?.kind);

const byToken = (userid: string | null): SenderProof => ({ proof: 'token', userid, ownerToAsk: null });

/** The holder of another player's token acts in their own name if the server vouches for them. Else the token's owner is asked. */
const passedOn = (
  userid: string,
  { owner, isVouched }: { readonly owner: string | null; readonly isVouched: boolean },
  byServer: SenderProof,
): SenderProof => (owner !== null && isVouched ? byServer : { proof: 'none', userid: null, ownerToAsk: userid });

function genuineToken(
  mail: Incoming,
  state: State,
  trust: Trust,
  from: string,
): { readonly token: UnverifiedToken | null; readonly detail: string | null } {
  for (const detail of detailsOf(mail, trust.own)) {
    const stub = parseToken(detail);
    const claim = stub === null ? null : claimOf(stub, state, from);
    if (stub !== null && claim !== null && isGenuine(claim, stub.mac, trust.sign)) return { token: stub, detail };
  }
  return { token: null, detail: null };
}

/** What the token says, completed from the documents; null when they know nothing of it. */
export function claimOf(stub: UnverifiedToken, state: State, from: string): TokenClaims | null {
  switch (stub.kind) {
    case 'board':
    case 'seat':
      return seatClaim(stub, state);
    case 'address':
      return isWanted(state, stub.userid, from) ? { ...stub, address: from } : null;
    case 'parked':
      return parkedClaim(stub, state);
    case 'digest':
    case 'seek':
      return stub;
    case 'account':
    case 'probe':
      return { ...stub, address: from };
    case 'alert':
      return isTold(state, stub.id, from) ? { ...stub, address: from } : null;
  }
}

function parkedClaim(stub: UnverifiedToken & { readonly kind: 'parked' }, state: State): TokenClaims | null {
  const parked = state.get(`parked/${stub.id}`);
  return parked === null ? null : { ...stub, userid: parked.account };
}

function seatClaim(stub: UnverifiedToken & { readonly kind: 'board' | 'seat' }, state: State): TokenClaims | null {
  const player = state.outline(stub.match)?.players[stub.player];
  if (stub.kind === 'board') return player?.kind === 'account' ? { ...stub, userid: player.userid } : null;
  return player?.kind === 'invited' ? { ...stub, address: player.address } : null;
}

const isTold = (state: State, alert: string, address: string): boolean =>
  state.get(`alert/${alert}`)?.told.includes(address) ?? false;

const isWanted = (state: State, userid: string, address: string): boolean =>
  state.account(userid)?.wanted?.includes(address) ?? false;

function findBoardContext(
  mail: Incoming,
  state: State,
  trust: Trust,
  token: UnverifiedToken | null,
): BoardContext | null {
  if (token?.kind === 'board')
    return {
      ...known(state, token.match),
      ...{ ply: token.ply, takeBacks: token.takeBacks, askedLine: askedIn(mail, state, trust, token) },
    };
  if (token?.kind === 'seat') return makeBoardContext(token.match, { isInvited: true });
  // Of a damaged board no token can be proved; that the mail is about it can be said all the same.
  const damaged = detailsOf(mail, trust.own)
    .map(parseToken)
    .find(stub => stub !== null && 'match' in stub && state.isDamaged(stub.match));
  if (damaged !== undefined && damaged !== null && 'match' in damaged) return known(state, damaged.match);
  const named = findBoardInSubject(stripReplyPrefixes(mail.subject), state.games);
  return named === null ? null : known(state, named);
}

/** With what is proposed there and waits for this player. */
export function askingOf(board: BoardContext, state: State, userid: string | null): BoardContext {
  const match = userid === null ? null : state.match(board.match);
  if (match?.state !== 'active') return board;
  const asked = answersWanted(match, matchStateOf(requireGame(state, match), match));
  return { ...board, isAsking: asked.some(index => playerName(match.players[index]) === userid) };
}

/** As it stands by its documents. */
const known = (state: State, match: MatchRef): BoardContext =>
  makeBoardContext(match, { isInvited: state.outline(match)?.state === 'invited' });

/** The token of the very mail that is answered. */
export const answeredToken = ({ inReplyTo }: Incoming, own: OwnAddress): UnverifiedToken | null =>
  parseToken(detailOfMessageId(own, inReplyTo[0] ?? '') ?? '');

/** The question in the very mail that is answered: not in an earlier mail of the thread, nor to somebody else, nor at another move. */
function askedIn(
  mail: Incoming,
  state: State,
  { own, sign }: Trust,
  token: UnverifiedToken & { readonly kind: 'board' },
): string | null {
  const stub = answeredToken(mail, own);
  if (stub?.kind !== 'board' || stub.askedLine === null) return null;
  const isSame =
    isSameBoard(stub.match, token.match) &&
    stub.player === token.player &&
    stub.ply === token.ply &&
    stub.takeBacks === token.takeBacks;
  const claim = isSame ? seatClaim(stub, state) : null;
  return claim !== null && isGenuine(claim, stub.mac, sign) ? stub.askedLine : null;
}
