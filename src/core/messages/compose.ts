// Letters → mails ready to be rendered, and the threads they leave behind in the match documents.
import type { Message } from './message.ts';
import { playerName } from '../matches/match.ts';
import type { State } from '../state/state.ts';
import { type DocumentKey, type DocumentKind, type Documents, type Match, matchKey } from '../state/documents.ts';
import type { MailPlan } from './plan.ts';
import { boardDraft } from './board.ts';
import { type ComposeContext, planOf } from './compose-context.ts';
import { noteDraft } from './notes.ts';

export interface Composed {
  readonly mails: readonly MailPlan[];
  /** The world with every thread carried on. */
  readonly world: State;
}

export function compose(letters: readonly Message[], desk: ComposeContext): Composed {
  const mails: MailPlan[] = [];
  let { world } = desk;
  letters.forEach((letter, index) => {
    const plan = planOf(desk, letter.kind === 'board' ? boardDraft(desk, letter) : noteDraft(desk, letter), index);
    if (plan === null) return;
    mails.push(plan);
    world = threaded(world, letter, plan.messageId);
  });
  return { mails, world };
}

/** A mail to a player in their board's thread becomes its last. */
function threaded(world: State, letter: Message, messageId: string): State {
  if (!('match' in letter) || letter.to.kind !== 'account') return world;
  const match = world.document('match', `${letter.match.game}/${letter.match.number}`);
  const { userid } = letter.to;
  if (!match?.players.some(player => playerName(player) === userid)) return world;
  const threads = match.players.map((player, index) => {
    const known = match.threads[index] ?? null;
    return playerName(player) === userid ? { root: known?.root ?? messageId, last: messageId } : known;
  });
  const next: Match = { ...match, threads };
  return world.with(new Map<DocumentKey, Documents[DocumentKind]>([[matchKey(match), next]]));
}
