// The feature `thoughts`: what players think during a game, sealed until its end.
import { requireRunning } from '#core/board/acts/require-match.ts';
import { type Entry, listThoughts } from '#core/board/match-document.ts';
import { addToRecord, playerName, requireGame } from '#core/board/match.ts';
import { type MatchRef, matchKey } from '#core/kernel/documents.ts';
import { limits } from '#core/kernel/limits.ts';
import { refused } from '#core/kernel/refusal.ts';
import { type Command, parseAtBoard, textAfter } from '#core/language/command.ts';
import { type CommandContext, type Decision, allow, deny } from '#core/players/decision.ts';
import type { Feature } from '#core/writing/feature.ts';
import { must } from '#games/kit/assert.ts';
import { ok } from '#games/kit/result.ts';

declare module '#core/kernel/documents.ts' {
  interface Events {
    readonly 'thought-sealed': {
      readonly match: MatchRef;
      readonly entry: Entry & { readonly kind: 'thought' };
      readonly thought: { readonly text: string; readonly nonce: string };
    };
  }
}

/** The same words at the same position are kept once: a player sends a mail again whose move was refused. */
function sealThought(context: CommandContext, ref: MatchRef): Decision {
  const running = requireRunning(context, ref);
  if (!running.ok) return running;
  const { match, matchState, actor } = running.value;
  const text = context.comment.trim();
  if (text === '') return deny(refused('message-empty'), ref);
  const by = match.players.findIndex(player => playerName(player) === actor);
  const after = matchState.plies.length;
  const own = listThoughts(match).filter(each => each.by === by);
  const shown = { kind: 'board-shown', match: ref, ply: null, as: actor } as const;
  if (own.some(each => each.after === after && each.text === text)) return allow([], [shown]);
  const length = own.reduce((sum, each) => sum + each.text.length, text.length);
  const isFull = length > limits.thoughtsLength || own.length >= limits.thoughtsKept;
  if (isFull) return deny(refused('thoughts-full', { most: limits.thoughtsLength, count: limits.thoughtsKept }), ref);
  const entry = { kind: 'thought', by, after, at: context.now } as const;
  const nonce = context.sign(`thought|${matchKey(ref)}|${context.cause}|${own.length}`);
  return allow([{ kind: 'thought-sealed', match: ref, entry, thought: { text, nonce } }], [shown]);
}

/** What stands below `thinking:` in a reply means this command (language/parse-mail.ts). */
const thinking: Command = {
  name: 'thinking',
  usage: '<game> thinking board [userid password] words',
  example: 'nex thinking 101 c3 is weak',
  permission: 'account',
  listedAfter: 'note',
  takesAnyWords: true,
  parse: parseAtBoard(0, ({ match, credentials, rest }, commandLine) =>
    ok({ credentials, words: textAfter(commandLine, rest.length), run: context => sealThought(context, match) }),
  ),
};

export const thoughts = {
  commands: [thinking],
  refusals: { 'thoughts-full': ['most', 'count'] } as const,
  effects: {
    'thought-sealed': (state, { match: ref, entry, thought }) => {
      const match = must(state.match(ref), 'a board whose players think exists');
      const { record } = addToRecord({ game: requireGame(state, ref), match }, entry).match;
      return [[matchKey(ref), { ...match, record, thoughts: [...(match.thoughts ?? []), thought] }]];
    },
  },
} satisfies Feature;
