// Tells the options of a board in words: those of its game and of time.
import { type AnyGame, type OptionSpec, titleOf } from '#games/game.ts';
import { formatCommaList } from '#games/kit/lists.ts';
import { lookUp } from '#games/kit/look-up.ts';
import type { Phrase } from '#games/kit/refusal.ts';
import { formatDuration } from '../kernel/formats.ts';
import { type TimeControl, USUAL_TIME } from '../kernel/time-control.ts';
import { DAY_MS } from '../kernel/time.ts';
import type { Match } from '../board/match-document.ts';
import { type ComposeContext, type SpeakContext, sayPhrase } from './compose-context.ts';

interface Board {
  readonly game: AnyGame;
  readonly match: Match;
}

/** `The game: Nex on 5x5, no swap, 10 days for a move.` */
export function formatOptions(context: SpeakContext, board: Board): string {
  const options = formatCommaList([
    ...listGameOptions(context, board),
    ...listBoardOptions(board),
    ...listTimeOptions(board.match.time),
  ]);
  return sayPhrase(context, { code: 'options-line', parts: { options } });
}

/** The title with the size of the board, then the options that are not as usual. */
function listGameOptions(context: SpeakContext, { game, match: { setup } }: Board): readonly (string | Phrase)[] {
  const title = titleOf(game, setup);
  const size = game.options.find(option => option.kind === 'size' && option.rectangular);
  const head =
    size === undefined ? title : { code: 'options-size', parts: { game: title, size: lookUp(setup, size.name) ?? '' } };
  // A game with a name of its own, such as Boku, says what its options are.
  const given = game.aliases.find(alias => alias.title === title)?.given.map(([name]) => name) ?? [];
  const isShown = ({ name, default: usual }: OptionSpec, index: number): boolean =>
    !given.includes(name) && (lookUp(setup, name) !== usual || (index === 0 && given.length === 0));
  const shown = game.options.filter((option, index) => option !== size && isShown(option, index));
  return [head, ...shown.map(({ name }) => tellOption(context, name, lookUp(setup, name) ?? ''))];
}

/** A value with words of its own, an option with words of its own, or both as they are typed. */
function tellOption({ templates: { sentences } }: SpeakContext, name: string, value: string): Phrase {
  const codes = [`told-${name}-${value}`, `told-${name}`];
  return { code: codes.find(code => lookUp(sentences, code) !== undefined) ?? 'told-option', parts: { name, value } };
}

const listBoardOptions = ({ game, match }: Board): readonly Phrase[] => [
  ...(match.from === undefined
    ? []
    : [{ code: 'options-from', parts: { number: match.from.number, ply: match.from.ply } }]),
  ...(match.from !== undefined || match.isUnrated === true ? [{ code: 'options-unrated', parts: {} }] : []),
  ...(match.isOffWeb === true ? [{ code: 'options-off-web', parts: {} }] : []),
  ...(game.swapAfter === null ? [] : [{ code: match.swap ? 'options-swap' : 'options-no-swap', parts: {} }]),
];

/** The times that are not as usual: for a move, until the reminder, and for all moves. */
function listTimeOptions(time: TimeControl = USUAL_TIME): readonly Phrase[] {
  const { forfeittime, nagtime, totaltime, increment, cap } = time;
  const of = (days: number): Phrase => formatDuration(days * DAY_MS);
  return [
    ...(forfeittime === USUAL_TIME.forfeittime ? [] : [{ code: 'options-days', parts: { days: of(forfeittime) } }]),
    ...(nagtime === null || nagtime === USUAL_TIME.nagtime
      ? []
      : [{ code: 'options-reminder', parts: { days: of(nagtime) } }]),
    ...(totaltime === null ? [] : [describeTotal(of(totaltime), increment, cap, of)]),
  ];
}

/** `10 days in all for each player plus 1 day after each move (never more than 12 days)` */
function describeTotal(days: Phrase, increment: number, cap: number | null, of: (days: number) => Phrase): Phrase {
  if (increment === 0) return { code: 'options-total', parts: { days } };
  const parts = { days, increment: of(increment) };
  return cap === null
    ? { code: 'options-increment', parts }
    : { code: 'options-cap', parts: { ...parts, cap: of(cap) } };
}

/** The time there is, usual or not. */
export function formatTime(context: ComposeContext, { forfeittime, totaltime }: TimeControl): string {
  return totaltime === null
    ? sayPhrase(context, { code: 'time-told', parts: { forfeittime } })
    : sayPhrase(context, { code: 'time-told-total', parts: { forfeittime, totaltime } });
}
