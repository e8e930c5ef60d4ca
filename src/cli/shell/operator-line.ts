// Carries out a line of an operator's verb: by the running service or, if none runs, here.
// Without a running service the same code works in its data folder. In a database that code works beside other processes.
import { userInfo } from 'node:os';
import { askControl } from '#adapters/control.ts';
import type { AdminPage } from '#service/admin.ts';
import { executeCommand } from '#service/control.ts';
import type { OptionTable } from './command-line.ts';
import { useIdleService } from './idle-service.ts';
import { toPlainText } from '#games/kit/plain-text.ts';
import { STORE, type StorePlace } from './store-place.ts';

interface Where {
  readonly place: StorePlace;
  /** The service's configuration; '': that of the environment, else of the embedded servers; null: nothing of it matters. */
  readonly config: string | null;
}

/** What any verb may be told. */
interface OperatorAnswer extends Partial<AdminPage> {
  /** false: there was nothing to be done. */
  readonly done?: boolean;
  /** Why it could not be, for a terminal. */
  readonly why?: string;
}

interface Carried {
  readonly answer: OperatorAnswer;
  /** A service has answered. */
  readonly isRunning: boolean;
  /** When mails go out, and what takes long is done: `now`, or the words for it. */
  readonly soon: string;
}

/** The user of the machine. One without a name, as in a container, by the number. */
function findUserName(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? '');
  }
}

export async function askService(asked: object, where: Where): Promise<Carried> {
  const { place } = where;
  // The service does not check the name: every writer to its socket may give any.
  const line = JSON.stringify({ ...asked, by: findUserName() });
  const told = place.kind === 'folder' ? await askControl(place.dir, line) : null;
  const text = told ?? (await useIdleService(where, service => executeCommand(line, service)));
  const later = place.kind === 'folder' ? 'when the service runs' : 'as soon as a process of the service runs';
  const { why, ...answer } = JSON.parse(text) as OperatorAnswer;
  return {
    answer: why === undefined ? answer : { ...answer, why: toPlainText(why) },
    isRunning: told !== null,
    soon: told === null ? later : 'now',
  };
}

/** What every verb of the operator's has besides its own. */
export const TELLING = {
  ...STORE,
  text: { kind: 'flag', default: '', sentence: 'a sentence for people, not a JSON line' },
} as const satisfies OptionTable;

/** That it was done: `running`: by a service that runs. `text`: the flag, '' where it was not given. */
export const formatDone = (text: string, isRunning: boolean, sentence: string): string =>
  `${text === '' ? JSON.stringify({ done: true, running: isRunning }) : sentence}\n`;
