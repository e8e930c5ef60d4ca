// A player's own note on a board, shown only to that player.
import { type CommandContext, allow, type Decision, deny } from '../decision/decision.ts';
import { limits } from '../kernel/limits.ts';
import { refused } from '../kernel/refusal.ts';
import type { Match } from '../board/match-document.ts';
import type { MatchRef } from '../kernel/documents.ts';
import { requirePlayer } from './require-match.ts';

/** What this player has noted; null: nothing. A name may be one that every object of the language knows. */
export const noteBy = ({ notes = {} }: Match, userid: string): string | null =>
  Object.hasOwn(notes, userid) ? (notes[userid] ?? null) : null;

/** `typed`: the words of the line; what stands below it belongs to the note as well. */
export function writeNote(context: CommandContext, ref: MatchRef, typed: string): Decision {
  const table = requirePlayer(context, ref);
  if (!table.ok) return table;
  const { actor, match } = table.value;
  const text = [typed, context.comment].filter(part => part !== '').join('\n');
  if (text.length > limits.noteLength) return deny(refused('note-long', { most: limits.noteLength }), ref);
  const note = /^(?:off|none|delete)$/i.test(text) ? null : text;
  const shown = { kind: 'board-shown', match: ref, ply: null, as: actor } as const;
  if (text === '') {
    const isThere = noteBy(match, actor) !== null;
    return isThere ? allow([], [shown]) : deny(refused('note-none', { game: match.game, number: ref.number }), ref);
  }
  return allow([{ kind: 'note-written', match: ref, userid: actor, note }], [shown]);
}
