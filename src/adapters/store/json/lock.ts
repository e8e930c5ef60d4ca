// One service per data folder: a file with the process id, left behind only by a crash, and then taken over.
import { open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const TRIES = 10;
const PAUSE_MS = 200;

export class DataInUse extends Error {
  constructor(dir: string, pid: number) {
    super(`${dir} is in use by process ${pid}. Stop that one first, or choose another folder with --data.`);
    this.name = 'DataInUse';
  }
}

interface Holder {
  readonly pid: number;
  /** When that process began, as the kernel counts: process ids are used again. '' where there is no /proc. */
  readonly started: string;
}

const NOBODY: Holder = { pid: 0, started: '' };

function holderIn(text: string): Holder {
  const [, pid, started] = /^\{"pid":(\d+),"started":"(\d*)"\}$/.exec(text) ?? [];
  return pid === undefined ? NOBODY : { pid: Number(pid), started: started ?? '' };
}

async function startOf(pid: number): Promise<string> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The name in brackets may hold anything: count from behind it. Field 3 is the state (Z: dead, not yet buried), field 22 the start time.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields[0] === 'Z' ? 'dead' : (fields[19] ?? '');
}

/** Resolves to what gives the folder free again. */
export async function lockFolder(dir: string): Promise<() => Promise<void>> {
  const file = join(dir, 'lock');
  for (let tries = 0; ; tries++) {
    try {
      const handle = await open(file, 'wx', 0o600);
      await handle.writeFile(
        JSON.stringify({ pid: process.pid, started: await startOf(process.pid) } satisfies Holder),
      );
      await handle.close();
      return () => rm(file, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const { pid, started } = holderIn(await readFile(file, 'utf8').catch(() => ''));
    const isHeld = pid > 0 && pid !== process.pid && isAlive(pid) && (await startOf(pid)) === started;
    if (!isHeld) await rm(file, { force: true });
    // A service that was just killed may take a moment to be gone.
    else if (tries < TRIES) await sleep(PAUSE_MS);
    else throw new DataInUse(dir, pid);
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
