// Who sent a mail, and about which board: proved by a token of ours, or by the server that received it; never by From alone.
import { isVouchedFor } from '../mail/proof.ts';
import type { Claim, OwnAddress, Sign, Stub } from '../mail/token.ts';
import { isGenuine, stubOf } from '../mail/token.ts';
import { detailsOf } from '../mail/gates.ts';
import type { Incoming } from '../mail/incoming.ts';
import type { BoardContext, Sender } from '../language/command.ts';
import { boardInSubject } from '../language/subject.ts';
import { bareSubject } from '../language/words.ts';
import type { World } from '../world.ts';
import { must } from '../../../games/kit/assert.ts';

export interface Identity {
  readonly sender: Sender;
  /** The genuine token of the mail. */
  readonly token: Stub | null;
  readonly detail: string | null;
  readonly board: BoardContext | null;
  /** Whose word is needed before a command of an account may run: the mail is parked meanwhile. */
  readonly ownerToAsk: string | null;
}

export interface Trust {
  readonly own: OwnAddress;
  /** The authserv-ids whose Authentication-Results count. */
  readonly servers: readonly string[];
  readonly sign: Sign;
}

export function identify(mail: Incoming, world: World, trust: Trust): Identity {
  const from = must(mail.from[0], 'a mail that passed the gates has one sender');
  const isVouched = isVouchedFor(mail, from.address, trust.servers);
  const owner = world.document('address', from.address)?.userid ?? null;
  const { token, detail } = genuineToken(mail, world, trust, from.address);
  const base = { address: from.address, name: from.name, messageId: mail.messageId };
  const board = boardContext(mail, world, token);
  const identity = (proof: Sender['proof'], userid: string | null, ownerToAsk: string | null): Identity => ({
    sender: { ...base, proof, userid },
    token,
    detail,
    board,
    ownerToAsk,
  });
  const claim = token === null ? null : claimOf(token, world, from.address);
  if (claim !== null && (claim.kind === 'parked' || claim.kind === 'address')) return identity('token', claim.userid, null);
  if (claim?.kind === 'seat' && claim.address === from.address) return identity('token', owner, null);
  if (claim?.kind === 'board') {
    if (claim.userid === owner) return identity('token', owner, null);
    // A token that was passed on: its holder acts in their own name if the server vouches for them, else the owner is asked.
    if (owner === null || !isVouched) return identity('none', null, claim.userid);
  }
  return isVouched ? identity('authentication-results', owner, null) : identity('none', null, owner);
}

function genuineToken(mail: Incoming, world: World, trust: Trust, from: string): { readonly token: Stub | null; readonly detail: string | null } {
  for (const detail of detailsOf(mail, trust.own)) {
    const stub = stubOf(detail);
    const claim = stub === null ? null : claimOf(stub, world, from);
    if (stub !== null && claim !== null && isGenuine(claim, stub.mac, trust.sign)) return { token: stub, detail };
  }
  return { token: null, detail: null };
}

/** What the token says, completed from the documents; null when they know nothing of it. */
export function claimOf(stub: Stub, world: World, from: string): Claim | null {
  switch (stub.kind) {
    case 'board':
    case 'seat': {
      const player = world.document('match', `${stub.match.game}/${stub.match.number}`)?.players[stub.player];
      if (stub.kind === 'board') return player?.kind === 'account' ? { ...stub, userid: player.userid } : null;
      return player?.kind === 'invited' ? { ...stub, address: player.address } : null;
    }
    case 'address': {
      const isAsked = world.document('account', stub.userid)?.wanted?.includes(from) ?? false;
      return isAsked ? { ...stub, address: from } : null;
    }
    case 'parked': {
      const parked = world.document('parked', stub.id);
      return parked === null ? null : { ...stub, userid: parked.account };
    }
  }
}

function boardContext(mail: Incoming, world: World, token: Stub | null): BoardContext | null {
  if (token?.kind === 'board') return { match: token.match, ply: token.ply };
  if (token?.kind === 'seat') return { match: token.match, ply: null };
  const named = boardInSubject(bareSubject(mail.subject), world.games);
  return named === null ? null : { match: named, ply: null };
}
