// The feature `pair`: `challenge --pair` opens two boards with colours exchanged.
import * as z from 'zod';
import { applyDecision } from '#core/board/acts/announce.ts';
import { removeBoard } from '#core/board/acts/resign.ts';
import type { Match } from '#core/board/match-document.ts';
import { countInheritedMoves } from '#core/board/match-state.ts';
import { openMatch, playerName } from '#core/board/match.ts';
import { type DocumentDefinition, type Stored, boardNumber, instant } from '#core/kernel/document-definition.ts';
import { type Event, type MatchRef, matchKey, matchRefOf } from '#core/kernel/documents.ts';
import { limits } from '#core/kernel/limits.ts';
import { refused } from '#core/kernel/refusal.ts';
import { type State, apply } from '#core/kernel/state.ts';
import { DAY_MS, type Instant } from '#core/kernel/time.ts';
import { type Command, parseOnOff } from '#core/language/command.ts';
import type { Consequence } from '#core/players/message.ts';
import { type Decided, allow, createActorContext, deny } from '#core/players/decision.ts';
import type { DueAlarm, Feature, RequestContext } from '#core/writing/feature.ts';
import { must } from '#games/kit/assert.ts';
import { no, ok } from '#games/kit/result.ts';

/** Pairs of boards: the option of `challenge`, the document, and the removal of both. */
const pairSchema = z.object({
  /** The number of the other board, of the same game. */
  other: boardNumber,
  /** When both were opened. */
  opened: instant,
  /** When to check whether the pair is still needed. */
  wake: instant,
});

/** Stores a pair: two boards of one challenge, with seats exchanged, that are declined together. */
type Pair = Stored<typeof pairSchema>;

declare module '#core/kernel/documents.ts' {
  interface Documents {
    /** By game and number of a board: `pair/nex/101`. */
    readonly pair: Pair;
  }
}

const SPAN_MS = limits.invitationDays * DAY_MS;

/** The change that makes a pair of two boards of a game. */
function pairBoards(game: string, [first, second]: readonly [number, number], opened: Instant): Event {
  const pair = { opened, wake: opened + SPAN_MS };
  return {
    kind: 'documents-changed',
    documents: [
      [`pair/${game}/${first}`, { ...pair, other: second }],
      [`pair/${game}/${second}`, { ...pair, other: first }],
    ],
  };
}

/** The board of a pair, if it can still be declined: no move was made on it. null: it cannot, or it is another board by now. */
function findUnbegun(state: State, ref: MatchRef, { opened }: Pair): Match | null {
  const match = state.match(ref);
  if (match?.opened !== opened || (match.state !== 'invited' && match.state !== 'active')) return null;
  const { plies } = openMatch(state, match).matchState;
  // A board that was opened from a position of another one inherits its moves.
  return plies.length > countInheritedMoves(match) ? null : match;
}

/** Drops a pair of which a board has begun or is gone. */
export function decidePair({ state, key, document, context }: DueAlarm<'pair'>): Consequence {
  const { game, number } = matchRefOf(key);
  const isNeeded = [number, document.other].every(
    each => findUnbegun(state, { game, number: each }, document) !== null,
  );
  const next = isNeeded ? { ...document, wake: context.now + SPAN_MS } : null;
  return { messages: [], state: state.with(new Map([[key, next]])) };
}

export const PAIR: DocumentDefinition<'pair'> = {
  schema: pairSchema,
  folder: 'pairs',
  ifDamaged: 'It is dropped: the boards of this pair are declined one by one',
  // The alarm may store the pair again with a later check.
  isRenewed: true,
  alarm: ({ wake }) => wake,
};

/** The challenge with the option. Both boards are opened, or neither. */
export const pairChallenge = (challenge: Command): Command => ({
  ...challenge,
  parse: commandLine => {
    const isPair = parseOnOff(commandLine.options, 'pair', false);
    if (!isPair.ok) return isPair;
    const own = { ...commandLine, options: commandLine.options.filter(([name]) => name !== 'pair') };
    const first = challenge.parse(own);
    if (!isPair.value || !first?.ok) return first;
    if (commandLine.words.some(word => word.toLowerCase().startsWith('anyone'))) return no(refused('pair-seek'));
    return ok({
      ...first.value,
      run: context => {
        const opened = first.value.run(context);
        if (!opened.ok) return opened;
        const [board] = openedBy(opened.value);
        if (board === undefined) return deny(refused('pair-seek'));
        // An address gets one invitation, and a pair would be two.
        const address = board.players.find(player => player.kind === 'invited')?.address;
        if (address !== undefined) return deny(refused('pair-address', { address }));
        const [one = '', ...others] = board.players.map(player => playerName(player));
        const second = must(challenge.parse({ ...own, words: [...others, one] }), 'a challenge reads any words');
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

/** Removes the other board of a pair when one is declined, unless it has begun. */
export function removeOtherBoards(before: State, after: State, { now }: RequestContext): Consequence {
  const removed = after
    .changedOfKind('match')
    .filter(match => match.state === 'removed' && before.match(match)?.state !== 'removed');
  // A mail can remove fifty boards: their pairs, and then the other boards, are loaded at once.
  after.requireDocuments(removed.map(keyOf));
  const paired = removed.flatMap(match => {
    const pair = after.get(keyOf(match));
    // The number of a board can be given again only if data were lost: then the pair is of an earlier board.
    return pair?.opened === match.opened ? [{ match, pair, ref: { game: match.game, number: pair.other } }] : [];
  });
  after.requireDocuments(paired.map(({ ref }) => matchKey(ref)));
  return paired.reduce<Consequence>(
    (sofar, { match, pair, ref }) => {
      const other = findUnbegun(sofar.state, ref, pair);
      if (other === null) return sofar;
      const context = createActorContext(sofar.state, now);
      const removal = removeBoard(context, other, null, { code: 'pair-removed', parts: { number: match.number } });
      if (!removal.ok) return sofar;
      const { messages, state } = applyDecision(context, removal.value);
      return { messages: [...sofar.messages, ...messages], state };
    },
    { messages: [], state: after },
  );
}

const keyOf = ({ game, number }: Match) => `pair/${game}/${number}` as const;

export const pair = {
  documents: { pair: PAIR },
  refusals: { 'pair-address': ['address'], 'pair-seek': [] } as const,
  alarms: { pair: decidePair },
  adapt: command => (command.name === 'challenge' ? pairChallenge(command) : command),
  reaction: removeOtherBoards,
} satisfies Feature;
