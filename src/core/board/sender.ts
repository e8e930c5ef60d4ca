// Identifies the sender of a mail, and the board it is about.
// The proof is one of our tokens, the result of the receiving server, or our own verification. From alone proves nothing.
import { isAuthenticated, nameAuthentication } from '../mail/authentication-results.ts';
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
import { makeBoardContext, type BoardContext, type MailSender, type Proof } from '../mail/mail-sender.ts';
import { openMatch, playerName } from './match.ts';
import { findMissingAnswers } from './proposals.ts';
import { findBoardInSubject } from './board-in-subject.ts';
import { stripReplyPrefixes } from '../kernel/words.ts';
import type { State } from '../kernel/state.ts';
import { isSameBoard, type MatchRef } from '../kernel/documents.ts';
import { must } from '#games/kit/assert.ts';
import { findPresentUserid } from '../players/account.ts';

export interface Identity {
  readonly sender: MailSender;
  /** The genuine token of the mail. */
  readonly token: UnverifiedToken | null;
  /** Does the mail answer the very mail that holds its token? An answer to a copy that a person forwarded does not. */
  readonly isReply: boolean;
  readonly detail: string | null;
  readonly board: BoardContext | null;
  /** The lines that the answered mail asked about, so that `yes` or a number means one. */
  readonly askedLines: readonly string[];
  /** The userid that must confirm the mail before a command of the account may run. The mail is parked meanwhile. */
  readonly ownerToAsk: string | null;
  /** Does the address in From belong to an account? The owner need not have written the mail. */
  readonly hasAccount: boolean;
}

export interface Trust {
  readonly own: OwnAddress;
  /** The authserv-ids whose Authentication-Results count. */
  readonly servers: readonly string[];
  readonly sign: Sign;
}

export function identify(mail: Incoming, state: State, trust: Trust): Identity {
  const from = must(mail.from[0], 'a mail that passed the gates has one sender');
  const { token, detail } = findGenuineToken(mail, state, trust, from.address);
  const claims = token === null ? null : proveClaims(token, state, from.address, trust.sign);
  const ownerUserid = state.owner(from.address);
  const isVouchedFor = isAuthenticated(mail, from.address, trust.servers);
  const { proof, userid, ownerToAsk } = chooseProof(claims, from.address, {
    owner: ownerUserid,
    authentication: isVouchedFor ? nameAuthentication(mail, trust.servers) : null,
  });
  const isOwner = proof !== 'none' && (isVouchedFor || claims?.kind === 'parked');
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
  const hasAccount = ownerUserid !== null;
  return {
    sender,
    token,
    isReply: token !== null && findAnsweredToken(mail, trust.own)?.mac === token.mac,
    detail,
    ownerToAsk,
    hasAccount,
    board: board === null ? null : addOpenProposal(board, state, userid),
    askedLines: findAskedLines(mail, state, trust, { token, from: from.address, userid }),
  };
}

/** The identity of a mail's sender, if the mail is not read. */
export function createStrangerIdentity(mail: Incoming): Identity {
  const { from, messageId } = mail;
  const unproved = { proof: 'none', userid: null, isOwner: false, isChat: isChat(mail), language: null } as const;
  return {
    sender: { address: from[0]?.address ?? '', name: '', messageId, ...unproved },
    ...{ askedLines: [], token: null, isReply: false, detail: null, board: null, ownerToAsk: null, hasAccount: false },
  };
}

interface SenderProof extends Pick<MailSender, 'proof' | 'userid'>, Pick<Identity, 'ownerToAsk'> {}

interface SenderOfAddress {
  /** The account of the address in From. */
  readonly owner: string | null;
  /** The proof of the address in From. null: there is none. */
  readonly authentication: Proof | null;
}

function chooseProof(
  claims: TokenClaims | null,
  from: string,
  { owner, authentication }: SenderOfAddress,
): SenderProof {
  const proofByAddress: SenderProof =
    authentication === null
      ? { proof: 'none', userid: null, ownerToAsk: owner }
      : { proof: authentication, userid: owner, ownerToAsk: null };
  if (claims === null) return proofByAddress;
  if (claims.kind === 'address') return proveByToken(claims.userid);
  // A sender with another player's token acts as themselves if their address is proved. Else the token's owner is asked.
  if (isForwardable(claims) && claims.userid !== owner)
    return owner !== null && authentication !== null
      ? proofByAddress
      : { proof: 'none', userid: null, ownerToAsk: claims.userid };
  // A mail to one address must be answered from that address. If it was forwarded, the token proves nothing.
  const isOwnToken =
    (!('address' in claims) || claims.address === from) && (!('userid' in claims) || claims.userid === owner);
  return isOwnToken ? proveByToken(owner) : proofByAddress;
}

/** Kinds of tokens in mails that people forward, to others or between their own addresses. */
const FORWARDABLE_KINDS = ['board', 'digest', 'account', 'offer', 'problem', 'probe'] as const;

const isForwardable = (
  claims: TokenClaims,
): claims is TokenClaims & { readonly kind: (typeof FORWARDABLE_KINDS)[number] } =>
  FORWARDABLE_KINDS.some(kind => kind === claims.kind);

const proveByToken = (userid: string | null): SenderProof => ({ proof: 'token', userid, ownerToAsk: null });

function findGenuineToken(
  mail: Incoming,
  state: State,
  trust: Trust,
  from: string,
): { readonly token: UnverifiedToken | null; readonly detail: string | null } {
  for (const detail of detailsOf(mail, trust.own)) {
    const unverifiedToken = parseToken(detail);
    if (unverifiedToken !== null && proveClaims(unverifiedToken, state, from, trust.sign) !== null)
      return { token: unverifiedToken, detail };
  }
  return { token: null, detail: null };
}

/** The claims of a token, under the present userid of its player. null: the token is not genuine. */
export function proveClaims(token: UnverifiedToken, state: State, from: string, sign: Sign): TokenClaims | null {
  const claims = completeClaims(token, state, from);
  if (claims === null) return null;
  if (token.kind !== 'board' && isGenuine(claims, token.mac, sign))
    return 'userid' in claims ? { ...claims, userid: findPresentUserid(state, claims.userid) } : claims;
  return claims.kind === 'board' && isGenuineBoard(claims, token.mac, state, sign) ? claims : null;
}

/** A board names its players by their present userids. Tokens of its earlier mails may hold the former ones. */
function isGenuineBoard(
  claims: TokenClaims & { readonly kind: 'board' },
  mac: string,
  state: State,
  sign: Sign,
): boolean {
  if (isGenuine(claims, mac, sign)) return true;
  const former = state.account(claims.userid)?.former;
  return former !== undefined && isGenuine({ ...claims, userid: former.userid }, mac, sign);
}

/** Completes a token's claims from the documents. null: the documents do not have what it names. */
function completeClaims(token: UnverifiedToken, state: State, from: string): TokenClaims | null {
  if ('match' in token) return completeSeatClaims(token, state);
  switch (token.kind) {
    case 'address':
    case 'alert':
      return isSentTo(token, state, from) ? { ...token, address: from } : null;
    case 'parked':
      return completeParkedClaims(token, state);
    case 'account':
    case 'probe':
    case 'question':
      return { ...token, address: from };
    case 'digest':
    case 'offer':
    case 'problem':
      return token;
  }
}

const isSentTo = (
  token: UnverifiedToken & { readonly kind: 'address' | 'alert' },
  state: State,
  address: string,
): boolean =>
  (token.kind === 'address' ? state.account(token.userid)?.wanted : state.get(`alert/${token.id}`)?.told)?.includes(
    address,
  ) === true;

function completeParkedClaims(token: UnverifiedToken & { readonly kind: 'parked' }, state: State): TokenClaims | null {
  const parked = state.get(`parked/${token.id}`);
  return parked && { ...token, userid: parked.account };
}

function completeSeatClaims(
  token: UnverifiedToken & { readonly kind: 'board' | 'seat' },
  state: State,
): TokenClaims | null {
  const player = state.outline(token.match)?.players[token.player];
  if (token.kind === 'board') return player?.kind === 'account' ? { ...token, userid: player.userid } : null;
  return player?.kind === 'invited' ? { ...token, address: player.address } : null;
}

function findBoardContext(
  mail: Incoming,
  state: State,
  trust: Trust,
  token: UnverifiedToken | null,
): BoardContext | null {
  if (token?.kind === 'board')
    return {
      ...createBoardContext(state, token.match),
      ...{ ply: token.ply, takeBacks: token.takeBacks, proposals: token.proposals },
    };
  if (token?.kind === 'seat') return makeBoardContext(token.match, { isInvited: true });
  // A token of a damaged board cannot be proved, but the mail is about that board.
  const tokens = detailsOf(mail, trust.own).map(parseToken);
  const boards = tokens.flatMap(each => (each !== null && 'match' in each ? [each.match] : []));
  const board =
    boards.find(ref => state.isDamaged(ref)) ?? findBoardInSubject(stripReplyPrefixes(mail.subject), state.games);
  return board === null ? null : createBoardContext(state, board);
}

/** Notes whether an open proposal waits for this player's answer. */
export function addOpenProposal(board: BoardContext, state: State, userid: string | null): BoardContext {
  const match = userid === null ? null : state.match(board.match);
  if (match?.state !== 'active') return board;
  const askedPlayers = findMissingAnswers(match, openMatch(state, match).matchState);
  return { ...board, isAsking: askedPlayers.some(index => playerName(match.players[index]) === userid) };
}

/** The context of a board by its document. */
const createBoardContext = (state: State, match: MatchRef): BoardContext =>
  makeBoardContext(match, { isInvited: state.outline(match)?.state === 'invited' });

/** The token of the mail that is answered, the first of In-Reply-To. */
export const findAnsweredToken = ({ inReplyTo }: Incoming, own: OwnAddress): UnverifiedToken | null =>
  parseToken(detailOfMessageId(own, inReplyTo[0] ?? '') ?? '');

/** The lines that the answered mail asked about. Questions of earlier mails, to other people or at other moves do not count. */
function findAskedLines(
  mail: Incoming,
  state: State,
  { own, sign }: Trust,
  {
    token,
    from,
    userid,
  }: { readonly token: UnverifiedToken | null; readonly from: string; readonly userid: string | null },
): readonly string[] {
  const answered = findAnsweredToken(mail, own);
  if ((answered?.kind !== 'board' && answered?.kind !== 'question') || answered.askedLines.length === 0) return [];
  const isSame = answered.kind === 'question' || (token?.kind === 'board' && isSamePosition(answered, token));
  const claims = isSame ? proveClaims(answered, state, from, sign) : null;
  return isAsked(claims, userid) ? answered.askedLines : [];
}

/** Another player may have the mail, and answers it for himself. */
const isAsked = (claims: TokenClaims | null, userid: string | null): boolean =>
  claims !== null && (claims.kind !== 'board' || claims.userid === userid);

type BoardToken = UnverifiedToken & { readonly kind: 'board' };

const isSamePosition = (one: BoardToken, other: BoardToken): boolean =>
  isSameBoard(one.match, other.match) &&
  one.player === other.player &&
  one.ply === other.ply &&
  one.takeBacks === other.takeBacks;
