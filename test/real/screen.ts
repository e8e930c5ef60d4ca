// A program on a screen of its own (tmux): what it shows is waited for, keys are pressed.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';

const run = promisify(execFile);
const TRIES = 200;
const LOOK_MS = 100;
const SETTLE_MS = 300;

export interface Screen {
  /** Waits until the screen shows this text; says what it shows instead. */
  readonly shows: (text: string) => Promise<void>;
  /** Keys as tmux calls them: 'y', 'Enter', 'C-x'; texts are typed. */
  readonly press: (...keys: readonly string[]) => Promise<void>;
}

/** `home`: an existing folder for what the program writes. The program is gone when `use` is done. */
export async function onScreen(
  home: string,
  command: readonly string[],
  use: (screen: Screen) => Promise<void>,
): Promise<void> {
  const tmux = (...args: readonly string[]): Promise<{ readonly stdout: string }> =>
    run('tmux', ['-S', join(home, 'tmux'), '-f', '/dev/null', ...args], {
      env: { ...process.env, HOME: home, TERM: 'xterm', LC_ALL: 'C.UTF-8' },
    });
  const shown = async (): Promise<string> => (await tmux('capture-pane', '-p').catch(() => ({ stdout: '' }))).stdout;
  await tmux('new-session', '-d', '-x', '120', '-y', '40', ...command);
  try {
    await use({
      shows: async text => {
        for (let tries = 0; tries < TRIES; tries++) {
          const isThere = (await shown()).includes(text);
          // Programs throw away keys that were pressed before they ask.
          await sleep(isThere ? SETTLE_MS : LOOK_MS);
          if (isThere) return;
        }
        throw new Error(`'${text}' never came; the screen shows:\n${await shown()}`);
      },
      press: async (...keys) => {
        await tmux('send-keys', ...keys);
      },
    });
  } finally {
    await tmux('kill-server').catch(() => undefined);
  }
}
