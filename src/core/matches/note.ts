// A player's own note on a board, shown only to that player.
import { type CommandContext, allow, type Decision, deny } from '../decision/decision.ts';
import { limits } from '../kernel/limits.ts';
import { refused } from '../kernel/refusal.ts';
import type { Match } from '../board/match-document.ts';
import type { MatchRef } from '../kernel/documents.ts';
import { requirePlayer } from './require-match.ts';

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
    [{ kind: 'board-changed', match: ref, occasion: 'position', news, only: actor }],
  );
}
