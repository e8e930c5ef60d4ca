// Where a service of a test keeps everything, and how it is started there: in a folder of its own as one process, unless a test has another way.
import type { Program, Serving } from './program.ts';

export interface Home {
  /** Under the same name it finds what was there before. */
  readonly serve: (name: string, more?: readonly string[]) => Promise<Pick<Serving, 'ready' | 'terminate'>>;
}

export const folderHome = (program: () => Program): Home => ({
  serve: (name, more = []) =>
    program().serve([
      ...['--data', program().folder(name), '--smtp-port', '0', '--imap-port', '0', '--http-port', '0'],
      ...['--log-level', 'warn', ...more],
    ]),
});
