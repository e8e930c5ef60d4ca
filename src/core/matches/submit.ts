// Submits a move: it is shown to its player first, and played when they confirm it.
import { type ActorContext, allow, type Decision, deny } from '../decision/decision.ts';
import { refused } from '../kernel/refusal.ts';
import type { MatchRef } from '../kernel/documents.ts';
import { type MoveArgs, parseLegalMove, playMove } from './play.ts';
import { previewSubmitted } from './preview.ts';
import { requireRunning } from './require-match.ts';

export function submitMove(context: ActorContext, args: MoveArgs): Decision {
  const move = parseLegalMove(context, args);
  if (!move.ok) return move;
  const { table, entry } = move.value;
  const { game, match, matchState, actor } = table;
  const { plies, takeBacks } = matchState;
  const submitted = {
    ...{ by: actor, text: entry.text, comment: context.comment },
    ...{ ply: plies.length, takeBacks: takeBacks.length },
  };
  const asked = { userid: actor, confirm: 'confirm' };
  return allow(
    [{ kind: 'move-submitted', match: args.match, submitted }],
    [{ kind: 'message', message: previewSubmitted({ game, match, matchState }, entry, asked) }],
  );
}

/** Plays the submitted move if the board has not changed since. */
export function confirmMove(context: ActorContext, ref: MatchRef): Decision {
  const table = requireRunning(context, ref);
  if (!table.ok) return table;
  const { match, matchState, actor } = table.value;
  const { submitted } = match;
  const isUnchanged =
    submitted?.by === actor &&
    submitted.ply === matchState.plies.length &&
    submitted.takeBacks === matchState.takeBacks.length;
  if (!isUnchanged) return deny(refused('submit-none', { game: match.game, number: match.number }), ref);
  const comment = [submitted.comment, context.comment].filter(words => words !== '').join('\n\n');
  return playMove({ ...context, comment }, { match: ref, text: submitted.text, number: null });
}
