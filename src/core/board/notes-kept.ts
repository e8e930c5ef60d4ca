// The notes of players that a board keeps.
import type { Match } from './match-document.ts';

/** Sets a player's note. null: deletes it. */
export function setNote({ notes, ...match }: Match, userid: string, note: string | null): Match {
  const others = Object.entries(notes ?? {}).filter(([name]) => name !== userid);
  const remaining = note === null ? others : [...others, [userid, note] as const];
  return remaining.length === 0 ? match : { ...match, notes: Object.fromEntries(remaining) };
}
