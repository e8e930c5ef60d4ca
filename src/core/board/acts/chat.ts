// Words at a board: to other players, to oneself, and those held for readers without such mails.
import { hasBlocked, withoutBlockers } from '#core/players/blocked.ts';
import { type Comment, type Match, isSecret, userids } from '../match-document.ts';
import { findSpectators } from '../match-definition.ts';
import {
  type CommandContext,
  type Decision,
  allow,
  chargedPlayerOf,
  deny,
  sendMail,
  takeCharges,
  tell,
  tellBoard,
} from '#core/players/decision.ts';
import type { MatchRef } from '#core/kernel/documents.ts';
import { limits } from '#core/kernel/limits.ts';
import { type Refused, refused } from '#core/kernel/refusal.ts';
import type { State } from '#core/kernel/state.ts';
import { chatCharge, wordCharges } from '#core/players/quota-rules.ts';
import { type Charge, hasRoom } from '#core/players/quota.ts';
import { findRobot } from '#core/players/robots.ts';
import { loadMatch, requirePlayer } from './require-match.ts';

/** Sends words to other players, without a move. */
export function sendChat(context: CommandContext, ref: MatchRef): Decision {
  const table = loadMatch(context.state, ref);
  if (!table.ok) return table;
  const text = context.comment;
  if (text === '') return deny(refused('message-empty'), ref);
  const from = context.actor ?? '';
  const charges = wordCharges(chargedPlayerOf(context));
  const boardCharge = chatCharge(from, ref);
  const refusal = refuseWords(context, charges);
  if (refusal !== null) return deny(refusal, ref);
  if (!hasRoom(context.state, [boardCharge], context.now))
    return deny(refused('chats-full', { most: limits.chatsPerBoard }), ref);
  const { match } = table.value;
  const hearers = listHearers(context.state, match, from, text);
  const readers = withoutBlockers(context.state, from, [...new Set([...hearers, from])]);
  const messages = readers.map(userid =>
    sendMail({ kind: 'chat', to: { kind: 'account', userid }, match: ref, from, text }),
  );
  const reachesNoPlayer = !hearers.some(userid => userids(match).includes(userid));
  const done = tell('chat-apart');
  return allow(
    [takeCharges([...charges, boardCharge], context.now)],
    [...messages, ...(reachesNoPlayer ? [done] : [])],
  );
}

/** During a game, spectators' words do not reach the players. Players' secret words never reach spectators. */
function listHearers(state: State, match: Match, from: string, text: string): readonly string[] {
  const players = userids(match);
  const spectators = findSpectators(state, match).map(({ userid }) => userid);
  if (players.includes(from)) return isSecret(text) ? players : [...players, ...spectators];
  return match.state === 'over' ? [...players, ...spectators] : spectators;
}

/** Why these words cannot be sent now. null: they can. The writer gets the words back with the refusal. */
const refuseWords = (context: CommandContext, charges: readonly Charge[]): Refused | null =>
  hasRoom(context.state, charges, context.now) ? null : refused('messages-full', { most: limits.messagesPerHour });

/** Readers who have blocked the writer get no mail. The writer is not told, since the reader's mail is filtered. */
export function sendMessage(context: CommandContext, readers: readonly string[]): Decision {
  if (context.comment === '') return deny(refused('message-empty'));
  const unknown = readers.filter(userid => context.state.account(userid)?.closed !== false);
  if (unknown.length > 0) return deny(refused('user-unknown', { userid: unknown.join(', ') }));
  const robot = readers.find(userid => findRobot(context.state.robots, userid) !== null);
  if (robot !== undefined) return deny(refused('robot-reads-nothing', { robot }));
  const from = context.actor ?? '';
  const charges = wordCharges(chargedPlayerOf(context));
  const full = refuseWords(context, charges);
  if (full !== null) return deny(full);
  const messages = withoutBlockers(context.state, from, [...new Set(readers)]).map(userid =>
    sendMail({ kind: 'message', to: { kind: 'account', userid }, from, text: context.comment }),
  );
  return allow(
    [takeCharges(charges, context.now)],
    [...messages, tell('message-sent', { userids: readers.join(', ') })],
  );
}

/** The player's note. null: there is none. A userid can be the name of a property of all objects, so this uses `hasOwn`. */
export const findNote = ({ notes = {} }: Match, userid: string): string | null =>
  Object.hasOwn(notes, userid) ? (notes[userid] ?? null) : null;

/** Writes, shows or deletes a note. The text below the line belongs to the note as well. */
export function writeNote(context: CommandContext, ref: MatchRef): Decision {
  const table = requirePlayer(context, ref);
  if (!table.ok) return table;
  const { actor, match } = table.value;
  const text = context.comment;
  if (text.length > limits.noteLength) return deny(refused('note-long', { most: limits.noteLength }), ref);
  const shown = { kind: 'board-shown', match: ref, ply: null, as: actor } as const;
  const isDeleted = /^(?:off|none|delete)$/i.test(text);
  if (text !== '' && !isDeleted)
    return allow([{ kind: 'note-written', match: ref, userid: actor, note: text }], [shown]);
  if (findNote(match, actor) === null) return deny(refused('note-none', { game: match.game, number: ref.number }), ref);
  if (!isDeleted) return allow([], [shown]);
  const news = { code: 'note-deleted', parts: {} };
  return allow(
    [{ kind: 'note-written', match: ref, userid: actor, note: null }],
    [tellBoard(ref, news, { only: actor })],
  );
}

// Held comments. The board stores them until a mail shows them.

const heldCommentsOf = ({ unheard = [] }: Match, reader: string | null): readonly Comment[] =>
  unheard.filter(words => words.reader === reader).map(({ by, text }) => ({ by, text }));

/** The comments that the next board mail shows its reader, oldest first: the held ones and the one with the last move. */
export function listHeldComments(state: State, match: Match, reader: string | null): readonly Comment[] {
  const earlier = heldCommentsOf(match, reader);
  const last =
    match.comment === null || (earlier.at(-1)?.by === match.comment.by && earlier.at(-1)?.text === match.comment.text)
      ? []
      : [match.comment];
  const isPlayer = reader !== null && userids(match).includes(reader);
  return [...earlier, ...last].filter(
    ({ by, text }) => !hasBlocked(state, reader, by) && (isPlayer || !isSecret(text)),
  );
}

/** Can the comment with the last move wait for this reader's next mail? */
export const mayWait = (match: Match, reader: string): boolean =>
  match.comment === null || heldCommentsOf(match, reader).length < limits.wordsHeld;

/** The board with the comment of the last move held for this reader. */
export const holdComment = (match: Match, reader: string): Match =>
  match.comment === null ? match : { ...match, unheard: [...(match.unheard ?? []), { ...match.comment, reader }] };

/** The board without the comments that were held for this reader, after a mail has shown them. */
export function dropHeldComments(match: Match, reader: string): Match {
  const { unheard = [], ...rest } = match;
  const remaining = unheard.filter(words => words.reader !== reader);
  return remaining.length === unheard.length ? match : remaining.length === 0 ? rest : { ...rest, unheard: remaining };
}
