// Mails that kill the service, in a process that really dies: the others are done, and the one that kills is put aside.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { built } from '#test/e2e/program.ts';

const folder = mkdtempSync(join(tmpdir(), 'nexpost-deaths-'));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** A postman over a mailbox of some mails; the one that says so ends the process while it is read. */
const PROGRAM = `
import { createHash } from 'node:crypto';
import { games } from '${built('games/registry/index.js')}';
import { createSecrets } from '${built('src/adapters/crypto/secrets.js')}';
import { openInFlightFile } from '${built('src/adapters/in-flight.js')}';
import { mime } from '${built('src/adapters/mime/index.js')}';
import { createMemoryStore } from '${built('src/adapters/store/memory.js')}';
import { loadEar, loadTemplates } from '${built('src/adapters/templates/templates.js')}';
import { createService } from '${built('src/service/create-service.js')}';
import { createInMemoryLeases } from '${built('src/service/shared-ports.js')}';
const [note, how, ...names] = process.argv.slice(2);
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
const die = { throws: () => setImmediate(() => { throw new Error('out of the process'); }), aborts: () => process.kill(process.pid, 'SIGKILL') };
const deadly = { ...mime, read: (raw, size) => {
  if (!Buffer.from(raw).includes('signup deadly')) return mime.read(raw, size);
  die[how]();
  return new Promise(() => setInterval(() => undefined, 1_000));
} };
const nothing = () => Promise.resolve();
const { inbox } = createService({
  store: createMemoryStore(), leases: createInMemoryLeases(), mime: deadly, inFlight: openInFlightFile(note, silent), secrets: createSecrets(Buffer.alloc(32, 7)), log: silent,
  mailbox: { next: () => Promise.resolve([]), close: nothing,
    dispose: (keys, to) => { console.log(to + ' ' + keys.join(' ')); return Promise.resolve(); } },
  sender: { send: () => Promise.resolve({ kind: 'sent' }), close: nothing },
  raster: { png: () => Promise.resolve(null), close: nothing },
  engines: { search: () => Promise.reject(new Error('nobody')), close: nothing },
  clock: { now: () => 0, sleep: nothing },
  fingerprint: text => createHash('sha256').update(text).digest('hex'),
}, {
  own: { local: 'games', domain: 'example.test' }, name: 'nexpost', pictures: false, webUrl: '', servers: [], games, robots: [],
  templates: loadTemplates(games.map(({ name }) => name)),
  guessLanguage: () => null,
  ear: loadEar(games),
});
await inbox.processBatch(names.map(name => {
  const raw = Buffer.from('From: ' + name + '@example.test\\r\\nMessage-ID: <' + name + '@example.test>\\r\\nSubject: signup ' + name + '\\r\\n\\r\\n');
  return { key: name, size: raw.length, raw, isWhole: true };
}), new AbortController().signal);
process.exit(0);
`;

describe('a mail that kills the process', () => {
  it.each([
    ['throws', ['alice', 'deadly', 'bob']],
    ['aborts', ['alice', 'deadly', 'bob']],
    ['aborts', ['deadly']],
  ])('%s, among %j', (how, names) => {
    const program = join(folder, 'service.mjs');
    writeFileSync(program, PROGRAM);
    const note = join(folder, `${how}-${names.length}.json`);
    const outputs: string[] = [];
    let deaths = 0;
    for (; deaths < 6; deaths++) {
      const { status, stdout } = spawnSync(process.execPath, [program, note, how, ...names], {
        encoding: 'utf8',
        timeout: 30_000,
      });
      outputs.push(stdout);
      if (status === 0) break;
    }
    // The first death makes suspects; two more with this one alone in hand convict it.
    expect(deaths).toBe(3);
    const others = names.filter(name => name !== 'deadly');
    const done = others.length === 0 ? [] : [`processed ${others.join(' ')}`];
    expect(outputs.at(-1)?.trim().split('\n')).toEqual([...done, 'quarantined deadly']);
  });
});
