// A mail in, everything that follows from it out: events, documents, mails to be sent; or the questions that must be answered first.
import type { Event } from '../event.ts';
import type { Proof } from '../language/command.ts';
import type { Letter } from '../letter.ts';
import { compose } from '../mail/compose/compose.ts';
import type { MailPlan, Stationery } from '../mail/plan.ts';
import type { Knowledge, Question, World } from '../world.ts';
import { world as worldOf } from '../world.ts';
import { admitted } from '../quota/admission.ts';
import type { Occasion } from './hearing.ts';
import { decide } from './session.ts';

/** How the service writes. */
export interface Office {
  readonly stationery: Stationery;
  /** The name beside our address. */
  readonly ownName: string;
  /** Do HTML mails hold a picture of the board? */
  readonly pictures: boolean;
}

export interface Answered {
  readonly kind: 'answered';
  readonly events: readonly Event[];
  readonly mails: readonly MailPlan[];
  /** How many more there would have been, had they not been too many. */
  readonly unsent: number;
  /** What is to be stored. */
  readonly documents: World['changes'];
  readonly proof: Proof;
  /** The damaged boards that lines were about, as players call them: nothing was done, and the operator must know. */
  readonly damaged: readonly string[];
}

/** Pure: asking again with more knowledge costs nothing but time. */
export function answer(
  occasion: Occasion,
  office: Office,
  known: Knowledge,
): Answered | { readonly kind: 'wanted'; readonly questions: readonly Question[] } {
  const questions: Question[] = [];
  const verdict = decide(
    occasion,
    worldOf(occasion, known, question => questions.push(question)),
  );
  if (questions.length > 0) return { kind: 'wanted', questions };
  const { commands, trust, now, cause } = occasion;
  const { sender, token, detail } = verdict.identity;
  const offered = token?.kind === 'seat' ? token.match : null;
  const desk = {
    ...office,
    world: verdict.world,
    commands,
    own: trust.own,
    sign: trust.sign,
    now,
    cause,
    sender,
    detail,
    offered,
  };
  const composed = compose(verdict.letters, desk);
  const { mails, world } = admitted(
    composed.mails,
    { address: sender.address, proof: verdict.proof },
    composed.world,
    now,
  );
  // Nothing is written that was not looked at: so nothing is overwritten unawares.
  for (const key of world.changes.keys()) if (!known.has(key)) questions.push({ kind: 'document', key });
  // Composing looks at documents, too: the addresses of the readers, what they have had lately.
  if (questions.length > 0) return { kind: 'wanted', questions };
  const { events, proof } = verdict;
  const unsent = composed.mails.length - mails.length;
  const damaged = damagedIn(verdict.letters);
  return { kind: 'answered', events, mails, unsent, documents: world.changes, proof, damaged };
}

const damagedIn = (letters: readonly Letter[]): readonly string[] => {
  const lines = letters.flatMap(letter => ('refusedLines' in letter ? letter.refusedLines : []));
  const boards = lines.flatMap(({ refused: { code, parts } }) => {
    const { game, number } = parts;
    return code === 'board-damaged' && typeof game === 'string' && typeof number === 'number'
      ? [`${game} board ${number}`]
      : [];
  });
  return [...new Set(boards)];
};
