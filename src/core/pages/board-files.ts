// Exports a board as files: JSON, the files of other programs for its game, and text.
import { findSoleWinner } from '../matches/list.ts';
import { turnOf } from '../board/match.ts';
import type { ShownBoard } from '../wording/board-status.ts';
import { createRecordFiles } from '../wording/record-file.ts';
import { drawPosition } from '../picture/drawing.ts';
import type { Sentences } from '../kernel/sentence.ts';

/** What programs read of a board: colours by name, moves in the canonical text, the position as `--position` takes it. */
export function writeBoardJson({ game, match, matchState, message }: ShownBoard): object {
  const { plies, position, outcome } = matchState;
  const turn = match.state === 'active' || message.ply !== null ? turnOf(game, match, matchState) : null;
  return {
    ...{ game: game.name, board: match.number, setup: match.setup },
    players: matchState.holders.map(holder => {
      const player = match.players[holder];
      return player?.kind === 'account' ? player.userid : null;
    }),
    record: plies.map(({ colour, text }, index) => ({ ply: index + 1, by: colour, move: text })),
    toMove: turn?.colour.name ?? null,
    ...(outcome === null
      ? { status: match.state === 'invited' ? 'invited' : 'playing', winner: null }
      : {
          status: 'over',
          winner: game.seats(match.setup)[findSoleWinner(outcome.ranks)]?.colours[0] ?? null,
          reason: outcome.reason,
          scores: outcome.scores,
        }),
    position: game.encode(position),
  };
}

/** The board in letters. */
export const writeBoardText = ({ game, matchState }: ShownBoard, sentences: Sentences): string =>
  `${drawPosition(game, matchState.position, null).text(sentences)}\n`;

/** As other programs for this game open it; null: there is no such file. */
export function writeGameFile({ game, match }: ShownBoard): string | null {
  const [file] = createRecordFiles(game, match);
  return game.record === null ? null : (file?.text ?? null);
}
