// Lists the mails that the position shown can send: the move that was tried, prepared answers.
import { findSeat } from '#games/game.ts';
import { must } from '#games/kit/assert.ts';
import { formatMailto } from '#core/mail/mailto.ts';
import type { BoardData, PageAct } from '#core/desk/pages/board-data.ts';
import type { Exploration, PlayedGame } from './course.ts';
import { listLinesToSend, moveToSend } from './lines-to-send.ts';
import type { Tell } from './telling.ts';

export interface LetterWriter {
  /** The address of replies. It carries a token if the reply is about the present position. */
  readonly address: string;
  /** The token of the present position, which sends from the page. null: only a mail can act. */
  readonly token: string | null;
  /** An index among the players. null: the reader of the page is unknown. */
  readonly player: number | null;
}

/** A mail that only has to be sent. */
export interface Letter {
  /** 'Send this move (Black)' */
  readonly label: string;
  readonly lines: readonly string[];
  /** The player that writes it. */
  readonly player: string;
  /** The move it plays, without the number of the move. null: it plays none. */
  readonly move: string | null;
  /** What it does besides a move: 'resign'. null: it plays a move, or prepares answers. */
  readonly act: string | null;
  readonly to: string;
  readonly subject: string;
  /** The token that sends it from the page. null: only a mail can do it. */
  readonly token: string | null;
}

/** The seat whose turn it is at the end of the game. -1: the game is over. */
const findNextSeat = ({ game, positions }: PlayedGame, { setup }: BoardData): number =>
  findSeat(game, setup, game.toMove(must(positions.at(-1), 'a game begins somewhere')));

/** The name of the player, or of their side, that this player waits for. null: it is this player's turn, or the game is over. */
export function findAwaited(course: PlayedGame, data: BoardData, player: number): string | null {
  const seat = findNextSeat(course, data);
  const holder = data.holders[seat];
  if (!data.isRunning || holder === undefined || holder === player) return null;
  return data.players[holder] ?? course.game.seats(data.setup)[seat]?.title ?? null;
}

const subjectOf = ({ title, number }: BoardData): string => `Re: ${title} Board ${number}`;

/** The mail by which a known reader does this. null: the reader is unknown. */
export function createActLetter(
  { line, label }: PageAct,
  data: BoardData,
  { address: to, token, player }: LetterWriter,
): Letter | null {
  const name = player === null ? null : (data.players[player] ?? null);
  if (name === null) return null;
  return { label, player: name, move: null, act: line, to, subject: subjectOf(data), lines: [line], token };
}

/** Without a move, or at the end of a game, there are none. If the reader is known, there are only theirs. The move alone is the first one. */
export function listLetters(
  exploration: Exploration,
  data: BoardData,
  { address: to, token, player }: LetterWriter,
  tell: Tell,
): readonly Letter[] {
  if (!data.isRunning) return [];
  const { game } = exploration.course;
  const seat = findNextSeat(exploration.course, data);
  const line = moveToSend(exploration);
  const title = game.seats(data.setup)[seat]?.title ?? '';
  const move = line?.split('#')[0] ?? null;
  const played = line === null ? [] : [{ seat, move, lines: [line], label: tell('try-send-move', { side: title }) }];
  const prepared = listLinesToSend(exploration, data.setup).map(each => ({
    ...each,
    move: null,
    label: tell('try-send-lines', { side: each.side }),
  }));
  const subject = subjectOf(data);
  return [...played, ...prepared]
    .filter(each => player === null || data.holders[each.seat] === player)
    .flatMap(({ seat: own, ...each }) => {
      const name = data.players[data.holders[own] ?? 0] ?? null;
      return name === null ? [] : { ...each, act: null, player: name, to, subject, token };
    });
}

/** Characters: longer links some systems cut, or do not open. A move that is cut may be another one. */
const MAX_LINK_LENGTH = 2_000;

/** A link that begins the mail, in the inbox of the site or in a mail program. null: it would be too long. */
export function linkTo({ to, subject, lines, player }: Letter, hasInbox: boolean): string | null {
  const text = `${lines.join('\r\n')}\r\n`;
  const begun = new URLSearchParams({ write: player, to, subject, text });
  const href = hasInbox ? `/inbox#${begun.toString()}` : formatMailto(to, subject, text);
  return href.length > MAX_LINK_LENGTH ? null : href;
}
