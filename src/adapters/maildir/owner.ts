// Marks a Maildir as that of one service, by a file: two would share out its mails.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const OWNER_FILE = 'nexpost-service';

/** `owner`: the id of the service, eight characters a-z2-7. Rejects with one sentence if the folder is that of another service. */
export async function claimMaildir(dir: string, owner: string): Promise<void> {
  const file = join(dir, OWNER_FILE);
  const claim = (flag: 'w' | 'wx'): Promise<void> => writeFile(file, `${owner}\n`, { flag, mode: 0o600 });
  try {
    await claim('wx');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const found = (await readFile(file, 'utf8')).trim();
    if (/^[a-z2-7]{8}$/.test(found) && found !== owner)
      throw new Error(
        `Another service reads ${dir} ('delivery.maildir'), and two would share out its mails. If that service is gone, delete ${file}.`,
        { cause: error },
      );
    // A process that was killed may have left an empty file.
    if (found !== owner) await claim('w');
  }
}
