// `chat` and `message`: words without a move.
import { no, ok } from '../../../games/kit/result.ts';
import { robotNamed } from '../accounts/robots.ts';
import { isUseridShaped } from '../accounts/userid.ts';
import { boardCall, claimIn } from '../language/claims.ts';
import type { Command, Decision, Moment, Notice } from '../language/command.ts';
import { counted, decided, denied } from '../language/command.ts';
import { limits } from '../limits.ts';
import { userids } from '../matches/match.ts';
import type { Charge } from '../quota/quota.ts';
import { hasRoom } from '../quota/quota.ts';
import { chatCharge, wordCharges } from '../quota/rules.ts';
import type { Refused } from '../refusal.ts';
import { refused } from '../refusal.ts';
import type { MatchRef } from '../state/documents.ts';
import { tableOf } from './board.ts';

export const chat: Command = {
  name: 'chat',
  aliases: [],
  shortest: null,
  scope: 'game',
  inReply: true,
  takesAnyWords: true,
  usage: '<game> chat board [userid password]',
  summary: 'mails the text below to the players of a board, without a move',
  by: 'account',
  parse: call => {
    const board = boardCall(call, 0);
    if (!board.ok) return board;
    const { match, claim, secrets, rest } = board.value;
    return ok({ claim, secrets, run: at => sendChat(at, match, rest.join(' ')) });
  },
};

function sendChat(at: Moment, ref: MatchRef, first: string): Decision {
  const table = tableOf(at.world, ref);
  if (!table.ok) return table;
  const text = [first, at.comment].filter(part => part !== '').join('\n');
  if (text === '') return denied(refused('message-empty'), ref);
  const from = at.actor ?? '';
  const charges = wordCharges(counted(at));
  const ofBoard = chatCharge(from, ref);
  const full = wordsRefusal(at, charges);
  if (full !== null) return denied(full, ref);
  if (!hasRoom(at.world, [ofBoard], at.now)) return denied(refused('chats-full', { most: limits.chatsPerBoard }), ref);
  const readers = [...new Set([...userids(table.value.match), from])];
  return decided(
    [{ kind: 'charged', charges: [...charges, ofBoard], at: at.now }],
    readers.map((userid): Notice => ({
      kind: 'letter',
      letter: { kind: 'chat', to: { kind: 'account', userid }, match: ref, from, text },
    })),
  );
}

/** Words may be written again later: they are given back with the refusal. */
const wordsRefusal = (at: Moment, charges: readonly Charge[]): Refused | null =>
  hasRoom(at.world, charges, at.now) ? null : refused('messages-full', { most: limits.messagesPerHour });

export const message: Command = {
  name: 'message',
  aliases: [],
  shortest: null,
  scope: 'server',
  inReply: false,
  takesAnyWords: false,
  usage: 'message [userid password] userid …',
  summary: 'mails the text below to other players; addresses stay private',
  by: 'account',
  parse: call => {
    const words = call.words.map(word => word.replace(/,$/, ''));
    const areAllUsers = words.every(word => isUseridShaped(word) && call.isUser(word.toLowerCase()));
    const claim = call.userid !== null && areAllUsers ? null : claimIn(call, words, 1);
    const readers = (claim === null ? words : words.slice(2)).map(word => word.toLowerCase());
    if (readers.length === 0) return no(refused('command-usage', { usage: call.usage }));
    if (readers.length > limits.messageRecipients)
      return no(refused('message-recipients', { most: limits.messageRecipients }));
    return ok({ claim, secrets: claim === null ? [] : [claim.secret], run: at => sendMessage(at, readers) });
  },
};

function sendMessage(at: Moment, readers: readonly string[]): Decision {
  if (at.comment === '') return denied(refused('message-empty'));
  const unknown = readers.filter(userid => at.world.document('account', userid)?.closed !== false);
  if (unknown.length > 0) return denied(refused('user-unknown', { userid: unknown.join(', ') }));
  const robot = readers.find(userid => robotNamed(at.world.robots, userid) !== null);
  if (robot !== undefined) return denied(refused('robot-reads-nothing', { robot }));
  const from = at.actor ?? '';
  const charges = wordCharges(counted(at));
  const full = wordsRefusal(at, charges);
  if (full !== null) return denied(full);
  const letters = [...new Set(readers)].map((userid): Notice => ({
    kind: 'letter',
    letter: { kind: 'message', to: { kind: 'account', userid }, from, text: at.comment },
  }));
  return decided(
    [{ kind: 'charged', charges, at: at.now }],
    [...letters, { kind: 'done', done: { code: 'message-sent', parts: { userids: readers.join(', ') } } }],
  );
}
