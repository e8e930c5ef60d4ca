// All temporary files of a test run are in one folder, which goes when the run ends.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export default function makeScratchFolder(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'nexpost-test-'));
  // The servers of test/real run as users of their own, and have their folders in it.
  chmodSync(folder, 0o755);
  process.env['TMPDIR'] = folder;
  return () => {
    rmSync(folder, { recursive: true, force: true });
  };
}
