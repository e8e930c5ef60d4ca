// The notes of players that a board keeps.
import type { Match } from './match-document.ts';

/** An empty list of notes is none. */
export function setNote({ notes, ...match }: Match, userid: string, note: string | null): Match {
  const others = Object.entries(notes ?? {}).filter(([name]) => name !== userid);
  const left = note === null ? others : [...others, [userid, note] as const];
  return left.length === 0 ? match : { ...match, notes: Object.fromEntries(left) };
}
