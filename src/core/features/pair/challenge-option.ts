// `--pair`, an option of `challenge`: a second board, on which the players exchange their seats.
import { no, ok } from '#games/kit/result.ts';
import type { Match } from '#core/board/match-document.ts';
import { playerName } from '#core/board/match.ts';
import { allow, type Decided, deny } from '#core/decision/decision.ts';
import { refused } from '#core/kernel/refusal.ts';
import { apply } from '#core/kernel/state.ts';
import { parseOnOff } from '#core/reading/challenge-options.ts';
import type { Command } from '#core/reading/command.ts';
import { pairBoards } from './pair-document.ts';

/** The challenge with the option. Both boards are opened, or neither. */
export const pairChallenge = (challenge: Command): Command => ({
  ...challenge,
  parse: commandLine => {
    const isPair = parseOnOff(commandLine.options, 'pair', false);
    if (!isPair.ok) return isPair;
    const own = { ...commandLine, options: commandLine.options.filter(([name]) => name !== 'pair') };
    const first = challenge.parse(own);
    if (!isPair.value || !first.ok) return first;
    if (commandLine.words.some(word => word.toLowerCase().startsWith('anyone'))) return no(refused('pair-seek'));
    return ok({
      ...first.value,
      run: context => {
        const opened = first.value.run(context);
        if (!opened.ok) return opened;
        const [board] = openedBy(opened.value);
        if (board === undefined) return deny(refused('pair-seek'));
        const address = findInvited(board);
        if (address !== null) return deny(refused('pair-address', { address }));
        const [one = '', ...others] = board.players.map(player => playerName(player));
        const second = challenge.parse({ ...own, words: [...others, one] });
        if (!second.ok) return deny(second.reason);
        const then = second.value.run({ ...context, state: opened.value.events.reduce(apply, context.state) });
        if (!then.ok) return then;
        const pairs = openedBy(then.value).map(({ game, number }) =>
          pairBoards(game, [board.number, number], context.now),
        );
        return allow(
          [...opened.value.events, ...then.value.events, ...pairs],
          [...opened.value.notifications, ...then.value.notifications],
        );
      },
    });
  },
});

const openedBy = ({ events }: Decided): readonly Match[] =>
  events.flatMap(event => (event.kind === 'match-opened' ? [event.match] : []));

/** The address that a board invites: an address gets one invitation, and a pair would be two. null: it invites none. */
const findInvited = ({ players }: Match): string | null =>
  players.find(player => player.kind === 'invited')?.address ?? null;
