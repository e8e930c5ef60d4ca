// Plain text for fixed-width readers: wrapping, indenting, move lists, and boards in rules.
import type { AnyGame, GivenOptions, Opaque } from '#games/game.ts';
import { assert } from '#games/kit/assert.ts';
import type { Phrase } from '#games/kit/refusal.ts';
import { type MatchState, type Ply, listTakeBackPlaces } from '../board/match-state.ts';
import { INVITED, type LoadedMatch, playerName, seatOfColour } from '../board/match.ts';
import { movesPhrase } from '../board/proposals.ts';
import { type Sentences, say } from '../kernel/sentence.ts';
import { drawPosition } from './picture/drawing.ts';

/** What programs know a prepared move by, in every language. */
const PREPARED_SUFFIX = ' (Auto)';

interface MoveNote {
  readonly text: string;
  readonly isTakeBack: boolean;
}

/** The notes by how many moves stand before them, in the order things happened. */
type MoveNotes = ReadonlyMap<number, readonly MoveNote[]>;

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

// The move list has as many columns as there are colours.

/** The widest line we write. Boards may run over. */
export const WIDTH = 76;

/** Breaks at blanks; a word longer than the line stays whole. */
export function wrap(text: string, width = WIDTH): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** Sentences behind each other where one line holds them all, else each on a line of its own. */
export const joinSentences = (each: readonly string[]): string =>
  each.join(' ').length <= WIDTH ? each.join(' ') : each.map(wrapParagraph).join('\n');

export const wrapParagraph = (text: string): string => wrap(text).join('\n');

export interface TextColumn {
  readonly title: string;
  /** The least width. Below 0: the texts begin at the left. */
  readonly least: number;
  readonly cells: readonly (string | number)[];
}

/** A table of several columns, with a rule below the titles. '' without rows. */
export function formatTable(columns: readonly TextColumn[]): string {
  const padded = columns.map(({ title, least, cells }) => {
    const texts = [title, ...cells.map(String)];
    const width = Math.max(Math.abs(least), ...texts.map(({ length }) => length));
    const [head, ...rest] = texts.map(text => (least < 0 ? text.padEnd(width) : text.padStart(width)));
    return [head, '-'.repeat(width), ...rest];
  });
  const lines = (padded[0] ?? []).map((_, line) => padded.map(each => each[line]).join(' '));
  return lines.length > 2 ? lines.map(line => line.trimEnd()).join('\n') : '';
}

/** Somebody's own words, indented so that none of their lines can be mistaken for ours. */
export const quoteText = (text: string): string =>
  text
    .replace(/\t/g, '    ')
    .split('\n')
    .flatMap(line => (line === '' ? [''] : wrap(line, WIDTH - 4)))
    .map(line => (line === '' ? '' : `    ${line}`))
    .join('\n');

/** Rounds a mail of a running game shows; lists of whole games show all. */
const LAST_ROUNDS = 4;

const formatPly = ({ text, isPrepared }: Ply): string => (isPrepared ? `${text}${PREPARED_SUFFIX}` : text);

interface Row {
  readonly cells: readonly string[];
  readonly note: MoveNote | null;
}

/** What a list of moves shows. */
interface MoveListOptions {
  readonly isWhole: boolean;
  readonly notes: MoveNotes;
  readonly tell: (phrase: Phrase) => string;
}

/** A player's name, in the reader's language where somebody has none yet. */
export const formatPlayerName = (tell: MoveListOptions['tell'], name: string): string =>
  name === INVITED ? tell({ code: 'player-invited', parts: {} }) : name;

/** The name of a colour in the reader's language. */
const formatColour = (tell: MoveListOptions['tell'], title: string): string =>
  tell({ code: 'colour', parts: { title } });

/** The last `most` rows. Rows of moves taken back do not count, so that they hide no moves, but at most `most` of them are shown. */
function takeLastRows<Some extends { readonly note: MoveNote | null }>(
  rows: readonly Some[],
  limit: number,
): readonly Some[] {
  const isTakeBack = ({ note }: Some): boolean => note?.isTakeBack === true;
  const countedRows = rows.flatMap((row, index) => (isTakeBack(row) ? [] : [index]));
  const shown = rows.slice(countedRows.at(-limit) ?? 0);
  const surplusCount = shown.filter(isTakeBack).length - limit;
  let droppedCount = 0;
  return shown.filter(row => !isTakeBack(row) || ++droppedCount > surplusCount);
}

const INDENT = ' '.repeat(5);

/** A note on lines of its own. */
const formatNoteLines = ({ text }: MoveNote): readonly string[] =>
  wrap(text, WIDTH - 7).map((line, index) => `${INDENT}${index === 0 ? '' : '  '}${line}`);

/**
 * Side names, player names, moves: `   1 b4,e1      2 c2,d2`. A stable layout, documented in docs/mail-format.md:
 * every column holds a number right-aligned in four characters, a blank, the move padded.
 */
export function formatMoveTable(
  { game, match, matchState }: LoadedMatch,
  { isWhole, notes, tell }: MoveListOptions,
): readonly string[] {
  const colours = game.colours(match.setup).map(each => ({ ...each, title: formatColour(tell, each.title) }));
  const seats = game.seats(match.setup);
  const names = colours.map(colour => {
    const seat = seats.findIndex(each => each.colours.includes(colour.name));
    return formatPlayerName(tell, playerName(match.players[matchState.holders[seat] ?? seat]));
  });
  const moves = createRows(
    colours.map(colour => colour.name),
    matchState,
    notes,
  );
  const shown = isWhole ? moves : takeLastRows(moves, LAST_ROUNDS);
  const longest = Math.max(0, ...matchState.plies.map(ply => formatPly(ply).length));
  const width = 5 + Math.max(8, longest + 2, ...names.map(name => name.length));
  if (width * colours.length > WIDTH) return formatMoveLines({ game, match, matchState }, { isWhole, notes, tell });
  const heads = [colours.map(colour => colour.title), names].map(cells => cells.map(cell => `   ${cell}`));
  const line = (cells: readonly string[]): string =>
    cells
      .map(cell => cell.padEnd(width))
      .join('')
      .trimEnd();
  return [
    ...heads.map(line),
    ...shown.flatMap(({ cells, note }) => (note === null ? [line(cells)] : formatNoteLines(note))),
  ];
}

/** Where the columns would be too wide: a line a move, with who made it. */
function formatMoveLines(
  { game, match, matchState }: LoadedMatch,
  { isWhole, notes, tell }: MoveListOptions,
): readonly string[] {
  const colours = game.colours(match.setup).map(each => ({ ...each, title: formatColour(tell, each.title) }));
  const title = (name: string): string => colours.find(colour => colour.name === name)?.title ?? name;
  const player = (index: number): string => formatPlayerName(tell, playerName(match.players[index]));
  const findWidth = (texts: readonly string[]): number => Math.max(...texts.map(text => text.length));
  const titles = findWidth(colours.map(colour => colour.title));
  const names = findWidth(matchState.holders.map(player));
  const seats = colours.map(
    colour =>
      `   ${colour.title.padEnd(titles)}  ${player(matchState.holders[seatOfColour(game, match, colour.name)] ?? -1)}`,
  );
  const moves = insertNotes(
    matchState.plies.map(
      (ply, index) =>
        `${String(index + 1).padStart(4)} ${title(ply.colour).padEnd(titles)}  ${player(ply.player).padEnd(names)}  ${formatPly(ply)}`,
    ),
    notes,
  );
  const shown = isWhole ? moves : takeLastRows(moves, LAST_ROUNDS * colours.length);
  return [...seats, ...shown.flatMap(({ text, note }) => (note === null ? [text] : formatNoteLines(note)))];
}

/** One line a move, and the notes between them. */
function insertNotes(
  moves: readonly string[],
  notes: MoveNotes,
): readonly { readonly text: string; readonly note: MoveNote | null }[] {
  const notesAfter = (number: number): readonly { readonly text: string; readonly note: MoveNote }[] =>
    (notes.get(number) ?? []).map(note => ({ text: note.text, note }));
  return [...notesAfter(0), ...moves.flatMap((text, index) => [{ text, note: null }, ...notesAfter(index + 1)])];
}

function createRows(colours: readonly string[], matchState: MatchState, notes: MoveNotes): readonly Row[] {
  const out: Row[] = [];
  let cells: string[] = [];
  const flush = (): void => {
    if (cells.length > 0) out.push({ cells, note: null });
    cells = [];
  };
  const addNotes = (number: number): void => {
    for (const note of notes.get(number) ?? []) {
      flush();
      out.push({ cells: [], note });
    }
  };
  addNotes(0);
  matchState.plies.forEach((ply, index) => {
    const column = colours.indexOf(ply.colour);
    if (column < cells.length) flush();
    while (cells.length < column) cells.push('');
    cells.push(`${String(index + 1).padStart(4)} ${formatPly(ply)}`);
    addNotes(index + 1);
  });
  flush();
  return out;
}

/** Sentences, for the ear: the player of each side, then one a move. */
export function formatMoves(
  { game, match, matchState }: LoadedMatch,
  { isWhole, notes, tell }: MoveListOptions,
): readonly string[] {
  const colours = game.colours(match.setup);
  const seats = colours.map(({ name, title }) => {
    const player = matchState.holders[seatOfColour(game, match, name)] ?? -1;
    return tell({ code: 'seat-told', parts: { player: playerName(match.players[player]), colour: title } });
  });
  const moves = matchState.plies.map((ply, index) => {
    const title = colours.find(({ name }) => name === ply.colour)?.title ?? ply.colour;
    return tell({ code: 'move-told', parts: { number: index + 1, colour: title, move: addSpaces(formatPly(ply)) } });
  });
  const all = insertNotes(moves, notes);
  const shown = isWhole ? all : takeLastRows(all, LAST_ROUNDS * colours.length);
  const lines = shown.map(({ text, note }) => (note === null ? text : `${addSpaces(note.text)}.`));
  return [seats.join(' '), ...lines].flatMap(line => wrap(line));
}

/** A blank behind every comma, for the ear. */
const addSpaces = (text: string): string => text.replace(/,(?=\S)/g, ', ');

// A note above each drawing names its position, so that pages can show a picture instead. Mails leave the notes out.

export interface RulesDrawing {
  readonly given: GivenOptions;
  /** As players write them; empty: the board at the start. */
  readonly moves: readonly string[];
  /** If the text shows only the upper left corner: its lines and columns in the drawing. null: all of it. */
  readonly corner: { readonly lines: number; readonly columns: number } | null;
}

/** `<!-- board -size=5: b4,e1 c2,d2 -->`, `<!-- board (corner 10 x 22): … -->`, `<!-- board -special=1: start -->`, and the blank line below. */
const NOTE = /^<!-- board( [^:\n]{1,80})?: ([^\n>]{1,400}) -->\n\n/gm;

/** The drawing itself: the indented lines below its note. */
const DRAWING = /^(?: {4}[^\n]*\n)+/;

function readNote([, options = '', moves = '']: readonly string[]): RulesDrawing {
  const [, lines, columns] = /\(corner (\d{1,3}) x (\d{1,3})\)/.exec(options) ?? [];
  return {
    given: [...options.matchAll(/-([a-z]+)=([a-z0-9]+)/g)].map(([, name = '', value = '']) => [name, value] as const),
    moves: moves === 'start' ? [] : moves.split(' '),
    corner: lines === undefined ? null : { lines: Number(lines), columns: Number(columns) },
  };
}

/** In the order of the text. */
export const findDrawings = (rules: string): readonly RulesDrawing[] => [...rules.matchAll(NOTE)].map(readNote);

/** What the signs of a text drawing mean, one sentence below this note: pictures have none of them. */
const SIGNS = /^<!-- signs -->\n([^.<]*\.[ \n])/gm;

export const removeNotes = (rules: string): string => rules.replace(NOTE, '').replace(SIGNS, '$1');

/** The position of a drawing; that there is such a one the tests see to. */
export function positionOf(game: AnyGame, { given, moves }: RulesDrawing): Opaque {
  const setup = game.setup(given);
  assert(setup.ok, `the options of a drawing in the rules of ${game.name} are its own`);
  return moves.reduce((position, text) => {
    const move = game.parse(position, text);
    assert(move.ok, `${text} is legal in a drawing in the rules of ${game.name}`);
    return game.play(position, move.value);
  }, game.start(setup.value));
}

/** The rules as Markdown, with pictures in the place of drawings: one for the light, one for the dark, of which a page shows one. */
export function renderRules(game: AnyGame, rules: string, path: string, sentences: Sentences): string {
  let copiedUntil = 0;
  const parts: string[] = [];
  for (const [index, note] of [...rules.matchAll(NOTE)].entries()) {
    const drawingStart = note.index + note[0].length;
    const alternative = drawPosition(game, positionOf(game, readNote(note)), null)
      .words(sentences)
      .join(' ');
    const picture = `${path}/drawing-${index + 1}.svg`;
    parts.push(
      rules.slice(copiedUntil, note.index),
      `![${alternative}](${picture})![${alternative}](${picture}?theme=dark)\n`,
    );
    copiedUntil = drawingStart + (DRAWING.exec(rules.slice(drawingStart))?.[0].length ?? 0);
  }
  const marks = `${say(sentences, { code: 'rules-marks', parts: {} })} `;
  return [...parts, rules.slice(copiedUntil)].join('').replace(SIGNS, () => marks);
}
