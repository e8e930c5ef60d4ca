// The notes between the moves of a list: exchanged sides, and moves taken back.
import type { Phrase } from '#games/kit/refusal.ts';
import { listTakeBackPlaces } from '../board/line.ts';
import { playerName, type LoadedMatch } from '../board/match.ts';
import { movesPhrase } from '../board/proposals.ts';

/** What programs know a prepared move by, in every language. */
export const PREPARED_SUFFIX = ' (Auto)';

export interface MoveNote {
  readonly text: string;
  readonly isTakeBack: boolean;
}

/** The notes by how many moves stand before them, in the order things happened. */
export type MoveNotes = ReadonlyMap<number, readonly MoveNote[]>;

export function listMoveNotes(
  { match, matchState: { line, swapped, takeBacks } }: LoadedMatch,
  tell: (phrase: Phrase) => string,
): MoveNotes {
  const places = listTakeBackPlaces(takeBacks);
  const nameOf = (index: number | undefined): string => playerName(match.players[index ?? -1]);
  const listTakeBackNotes = (entries: number): readonly MoveNote[] =>
    takeBacks.flatMap((takeBack, index) => {
      if (places[index] !== entries) return [];
      const parts = { player: nameOf(takeBack.by), moves: movesPhrase(takeBack) };
      return [{ text: tell({ code: 'undo-note', parts }), isTakeBack: true }];
    });
  const notes = new Map<number, readonly MoveNote[]>([[0, listTakeBackNotes(0)]]);
  let moves = 0;
  for (const [index, entry] of line.entries()) {
    if (entry.kind === 'move') moves += 1;
    const auto = entry.kind === 'swap' && entry.isPrepared === true ? PREPARED_SUFFIX : '';
    const swap =
      entry.kind === 'swap' ? [`${tell({ code: 'swap-note', parts: { player: nameOf(swapped?.by) } })}${auto}`] : [];
    const newNotes = [...swap.map(text => ({ text, isTakeBack: false })), ...listTakeBackNotes(index + 1)];
    notes.set(moves, [...(notes.get(moves) ?? []), ...newNotes]);
  }
  return notes;
}
