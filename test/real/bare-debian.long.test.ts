// A bare Debian 13, the package, the guide step by step, and a game by mail from another domain.
// It needs root, debootstrap and a Debian mirror. Nothing leaves the network of its own in which the servers run.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';

const clone = join(import.meta.dirname, '..', '..');
const MINUTES = 30;

it('leads from the package to the first game', { timeout: MINUTES * 60_000 }, async () => {
  // Servers become users of their own, who must reach the folder.
  const folder = mkdtempSync(join(process.env['NEXPOST_REAL_DIR'] ?? tmpdir(), 'nexpost-debian-'));
  const script = join(import.meta.dirname, 'bare-debian', 'follow-guide.sh');
  const run = spawn(script, [clone, folder], { stdio: ['ignore', 'pipe', 'pipe'] });
  const [said, complaints] = await Promise.all([text(run.stdout), text(run.stderr)]);
  expect(said, complaints.slice(-4_000)).toContain('bob: Nex Board 101: you won');
  // Both sign-ups and the challenge come without a token.
  expect(said).toMatch(/^Proofs: [3-9]$/m);
  expect(said).toContain('It has arrived: plus addresses work.');
  expect(said).toContain('DKIM: signed, with the key at mail._domainkey.club.test');
  rmSync(folder, { recursive: true });
});
