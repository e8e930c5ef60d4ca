// A line of an operator's verb, carried out by the running service or, where none runs, by the same code in its data folder.
import { askControl } from '#adapters/control.ts';
import type { AdminPage } from '#service/admin.ts';
import { carryOut } from '#service/control.ts';
import type { OptionTable } from './command-line.ts';
import { withIdleService } from './idle-service.ts';

interface Where {
  readonly data: string;
  /** The service's configuration; '': that of the environment, else of the embedded servers; null: nothing of it matters. */
  readonly config: string | null;
}

/** What any verb may be told. */
interface OperatorAnswer extends Partial<AdminPage> {
  /** false: there was nothing to be done. */
  readonly done?: boolean;
  /** Why it could not be. */
  readonly why?: string;
}

/** `isRunning`: a service answered; else the next one that starts sends the mails. */
export async function operatorAnswer(
  asked: object,
  where: Where,
): Promise<{ readonly answer: OperatorAnswer; readonly isRunning: boolean }> {
  const line = JSON.stringify(asked);
  const told = await askControl(where.data, line);
  const text = told ?? (await withIdleService(where, service => carryOut(line, service)));
  return { answer: JSON.parse(text) as OperatorAnswer, isRunning: told !== null };
}

/** What every verb of the operator's has besides its own. */
export const TELLING = {
  text: { kind: 'flag', default: '', sentence: 'a sentence for people, not a JSON line' },
} as const satisfies OptionTable;

/** That it was done: `running`: by a service that runs. `text`: the flag, '' where it was not given. */
export const doneLine = (text: string, isRunning: boolean, sentence: string): string =>
  `${text === '' ? JSON.stringify({ done: true, running: isRunning }) : sentence}\n`;
