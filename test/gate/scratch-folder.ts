// All temporary files of a test run are in one folder, which goes when the run ends.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A socket has a path of about a hundred characters (src/adapters/control.ts), and the tests need the rest of them. */
const LONGEST = 50;

export default function makeScratchFolder(): () => void {
  const { length } = tmpdir();
  if (length > LONGEST)
    throw new Error(
      `The name of TMPDIR has ${length} characters. The tests have Unix sockets below it, so it may have ${LONGEST}.`,
    );
  const folder = mkdtempSync(join(tmpdir(), 'nexpost-'));
  // The servers of test/real run as users of their own, and have their folders in it.
  chmodSync(folder, 0o755);
  process.env['TMPDIR'] = folder;
  return () => {
    rmSync(folder, { recursive: true, force: true });
  };
}
