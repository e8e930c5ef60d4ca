// `--pair`, an option of `challenge`: a second board, on which the players exchange their seats.
import { ok } from '#games/kit/result.ts';
import type { Match } from '#core/board/match-document.ts';
import { allow, type Decided, type Decision, deny } from '#core/decision/decision.ts';
import { refused } from '#core/kernel/refusal.ts';
import { apply } from '#core/kernel/state.ts';
import type { Instant } from '#core/kernel/time.ts';
import { onOrOff } from '#core/reading/challenge-options.ts';
import type { Command } from '#core/reading/command.ts';
import { pairBoards } from './pair-document.ts';

/** The challenge with the option. Both boards are opened, or neither. */
export const pairChallenge = (challenge: Command): Command => ({
  ...challenge,
  parse: call => {
    const isPair = onOrOff(call.options, 'pair', false);
    if (!isPair.ok) return isPair;
    const options = call.options.filter(([name]) => name !== 'pair');
    const first = challenge.parse({ ...call, options });
    if (!isPair.value || !first.ok) return first;
    // One name alone means that the sender moves first: on the other board the sender moves second.
    const [one = '', ...others] = call.words;
    const words = others.length === 0 ? [one, 'me'] : [...others, one];
    const second = challenge.parse({ ...call, options, words });
    if (!second.ok) return second;
    return ok({
      ...first.value,
      run: at => {
        const opened = first.value.run(at);
        if (!opened.ok) return opened;
        const [board] = openedBy(opened.value);
        if (board === undefined) return deny(refused('pair-seek'));
        const address = findInvited(board);
        if (address !== null) return deny(refused('pair-address', { address }));
        const then = second.value.run({ ...at, state: opened.value.events.reduce(apply, at.state) });
        return then.ok ? joinPair(board, then.value, opened.value, at.now) : then;
      },
    });
  },
});

const openedBy = ({ events }: Decided): readonly Match[] =>
  events.flatMap(event => (event.kind === 'match-opened' ? [event.match] : []));

/** The address that a board invites: an address gets one invitation, and a pair would be two. null: it invites none. */
const findInvited = ({ players }: Match): string | null =>
  players.find(player => player.kind === 'invited')?.address ?? null;

/** Both openings as one decision. */
function joinPair(board: Match, other: Decided, first: Decided, now: Instant): Decision {
  const pairs = openedBy(other).map(({ game, number }) => pairBoards(game, [board.number, number], now));
  return allow([...first.events, ...other.events, ...pairs], [...first.notifications, ...other.notifications]);
}
