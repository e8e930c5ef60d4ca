// Parts of mails about a board that do not show it: names, the player's token and thread.
import { type AnyGame, titleOf } from '#games/game.ts';
import { must } from '#games/kit/assert.ts';
import { writeToken } from '../mail/token.ts';
import { matchStateOf, playerName } from '../board/match.ts';
import type { Match } from '../board/match-document.ts';
import type { MatchRef } from '../kernel/documents.ts';
import { type ComposeContext, gameOf, threadOf } from './compose-context.ts';
import type { Recipient } from '../decision/message.ts';

export const gameTitle = (context: Pick<ComposeContext, 'state'>, game: string): string =>
  gameOf(context, game)?.title ?? game;

/** What mails call a board: by the name of its variant, if it has one. */
export function boardTitle(context: ComposeContext, ref: MatchRef): string {
  const game = gameOf(context, ref.game);
  const match = context.state.match(ref);
  return game === null || match === null ? gameTitle(context, ref.game) : titleOf(game, match.setup);
}

/** What templates call a board. */
export const boardNames = (context: ComposeContext, ref: MatchRef): object => ({
  game: boardTitle(context, ref),
  name: ref.game,
  number: ref.number,
});

export const requireMatch = (
  context: ComposeContext,
  ref: MatchRef,
): { readonly game: AnyGame; readonly match: Match } => ({
  game: must(gameOf(context, ref.game), 'a mail is about a game we have'),
  match: must(context.state.match(ref), 'a mail is about a board that is there'),
});

/** The reader's place at the board; null: the reader does not play there. */
function findSeat(context: ComposeContext, ref: MatchRef, to: Recipient): { match: Match; player: number } | null {
  const match = context.state.match(ref);
  const player = match?.players.findIndex(each => to.kind === 'account' && playerName(each) === to.userid) ?? -1;
  return match === null || player === -1 ? null : { match, player };
}

/** The token by which a player's answer to this mail is about the board. */
export function playerToken(context: ComposeContext, ref: MatchRef, to: Recipient): string | null {
  const seat = findSeat(context, ref, to);
  if (seat === null || to.kind !== 'account') return null;
  return boardToken(context, seat.match, seat.player, null);
}

/** `asked`: what `yes` to this very mail would mean. */
export function boardToken(context: ComposeContext, match: Match, player: number, askedLine: string | null): string {
  const { plies, takeBacks } = matchStateOf(must(gameOf(context, match.game), 'a mail is about a game we have'), match);
  const ref = { game: match.game, number: match.number };
  const userid = playerName(match.players[player]);
  const counts = { ply: plies.length, takeBacks: takeBacks.length };
  return writeToken({ kind: 'board', match: ref, player, ...counts, askedLine, userid }, context.sign);
}

export function playerThread(context: ComposeContext, ref: MatchRef, to: Recipient): readonly string[] {
  const seat = findSeat(context, ref, to);
  return seat === null ? [] : threadOf(seat.match, seat.player);
}
