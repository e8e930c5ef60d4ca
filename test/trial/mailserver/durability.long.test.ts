// kill -9 in the midst of deliveries and moves: all that was acknowledged is there, whole, and nothing twice that must not be.
import { setTimeout as delay } from 'node:timers/promises';
import { ImapFlow } from 'imapflow';
import { describe, expect, it } from 'vitest';
import { createRandom } from '#games/kit/random.ts';
import { SEED } from '#test/seeds.ts';
import { serve, type Child } from './child.ts';
import { afterwards, flow, freshFolder, mail, running, Talk } from './support.ts';

const rng = createRandom(SEED);
const filler = `${'x'.repeat(70)}\r\n`;
const rawOf = (id: number): string =>
  mail({ 'Message-ID': `<${id}@example.test>` }, `${id}\r\n${filler.repeat(id % 300)}end\r\n`);

/** Sends until the server dies; notes the ids it said 250 to. */
async function deliverUntilKilled(port: number, ids: Iterator<number>, acknowledged: number[]): Promise<void> {
  const talk = new Talk(port);
  const hear = async (code: string): Promise<boolean> => {
    let line = await talk.line();
    while (line?.startsWith(`${code}-`) === true) line = await talk.line();
    return line?.startsWith(`${code} `) === true;
  };
  const say = (text: string, code: string): Promise<boolean> => {
    talk.send(`${text}\r\n`);
    return hear(code);
  };
  const plain = Buffer.from('\0alice@example.test\0x').toString('base64');
  let alive = (await hear('220')) && (await say('EHLO x', '250')) && (await say(`AUTH PLAIN ${plain}`, '235'));
  while (alive) {
    const id = Number(ids.next().value);
    alive = (await say('MAIL FROM:<alice@example.test>', '250')) && (await say('RCPT TO:<bob@example.test>', '250'));
    alive = alive && (await say('DATA', '354')) && (await say(`${rawOf(id)}.`, '250'));
    if (alive) acknowledged.push(id);
  }
}

function* counting(from: number): Generator<number, number> {
  for (let id = from; ; id += 1) yield id;
}

async function oneRound(child: Child, firstId: number): Promise<number[]> {
  const acknowledged: number[] = [];
  const ids = counting(firstId);
  const work = Array.from({ length: 4 }, () => deliverUntilKilled(child.smtpPort, ids, acknowledged));
  const moving = moveUntilKilled(child);
  while (acknowledged.length < 20) await delay(5);
  await delay(rng.below(60));
  await child.kill();
  await Promise.all([...work, moving]);
  return acknowledged;
}

async function moveUntilKilled(child: Child): Promise<void> {
  const auth = { user: 'bob@example.test', pass: 'x' };
  const client = new ImapFlow({
    host: '127.0.0.1',
    port: child.imapPort,
    secure: false,
    doSTARTTLS: false,
    auth,
    logger: false,
  });
  client.on('error', () => undefined);
  const closed = new Promise<void>(resolve => client.on('close', () => resolve()));
  const work = async (): Promise<void> => {
    await client.connect();
    await client.mailboxCreate('Done');
    await client.mailboxOpen('INBOX');
    for (;;) {
      await client.noop();
      await client.messageFlagsAdd('1:*', ['\\Seen'], { uid: true });
      await client.messageMove('1:*', 'Done', { uid: true });
      await delay(3);
    }
  };
  await Promise.race([work(), closed]).catch(() => undefined);
}

describe(`kill -9, seed ${SEED}`, () => {
  it('loses nothing that was acknowledged', async () => {
    const dir = freshFolder();
    const acknowledged: number[] = [];
    for (let round = 0; round < 4; round += 1) {
      const child = await serve(dir);
      afterwards(child.kill);
      acknowledged.push(...(await oneRound(child, round * 1000)));
    }
    const server = await running(dir);
    const client = await flow(server, 'bob@example.test');
    const copies = new Map<number, number>();
    for (const box of ['INBOX', 'Done']) {
      const { exists } = await client.mailboxOpen(box);
      const mails = exists > 0 ? await client.fetchAll('1:*', { source: true, uid: true }) : [];
      expect(new Set(mails.map(({ uid }) => uid)).size).toBe(exists);
      for (const { source } of mails) {
        const text = source?.toString() ?? '';
        const id = Number(/^Message-ID: <(\d+)@/m.exec(text)?.[1]);
        expect(text.slice(text.indexOf('From: '))).toBe(rawOf(id));
        copies.set(id, (copies.get(id) ?? 0) + 1);
      }
    }
    expect(acknowledged.filter(id => !copies.has(id))).toEqual([]);
    // A move that was cut in two leaves the mail in both places, which is the safe side.
    expect(acknowledged.length).toBeGreaterThan(80);
  });
});
