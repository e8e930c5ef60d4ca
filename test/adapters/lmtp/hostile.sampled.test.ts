// LMTP clients that say anything in any order and leave at any moment: the server lives, and takes mail for our address alone.
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { createRandom, type Random } from '#games/kit/random.ts';
import { times } from '#test/sample.ts';
import { seedsFor } from '#test/seeds.ts';
import { MAIL_BYTES, startBench, type Talk } from './bench.ts';

const SEEDS = seedsFor(import.meta.filename);
const CLIENTS = 20;

const PIECES: readonly string[] = [
  ...['LHLO x\r\n', 'LHLO x\r\n', 'EHLO x\r\n', 'LHLO\r\n', 'NOOP\r\n', 'RSET\r\n', 'HELP\r\n', 'VRFY games\r\n'],
  ...['MAIL FROM:<alice@example.org>\r\n', 'MAIL FROM:<>\r\n', 'MAIL FROM:<a@b.c> SIZE=1\r\n', 'MAIL FROM:x\r\n'],
  ...['MAIL FROM:<a@b.c> SIZE=99999999999999999999\r\n', 'MAIL FROM:<a@b.c> BODY=BINARYMIME\r\n'],
  ...['RCPT TO:<games@example.test>\r\n', 'RCPT TO:<games+a@example.test>\r\n', 'RCPT TO:<GAMES@example.test>\r\n'],
  ...['RCPT TO:<eve@example.test>\r\n', 'RCPT TO:<>\r\n', 'RCPT TO:<games@example.test> NOTIFY=NEVER\r\n'],
  ...[
    'DATA\r\n',
    'DATA\r\n',
    'DATA x\r\n',
    'BDAT 10 LAST\r\n',
    'AUTH PLAIN AAAA\r\n',
    'STARTTLS\r\n',
    'XCLIENT A=b\r\n',
  ],
  ...[
    'From: alice@example.org\r\n\r\n',
    'b3,a3\r\n',
    '..\r\n',
    '.\r\n',
    '\r\n.\r\n',
    '\r\n.\r\n',
    '\n.\n',
    '\r.\r',
    '.\n',
  ],
  ...['\0\0\r\n', '\xff\xfe', 'x'.repeat(5_000), 'y\r\n'.repeat(1_000), '\r\n', '\n', ' ', 'QUIT\r\n'],
];

async function actOddly({ hear, socket }: Talk, rng: Random): Promise<void> {
  const closed = once(socket, 'close');
  // Some do not wait for the greeting.
  if (rng.below(8) > 0) await hear();
  for (let count = 5 + rng.below(60); count > 0 && !socket.destroyed; count -= 1) {
    const piece = PIECES[rng.below(PIECES.length)] ?? '';
    const bytes = Buffer.from(piece, 'latin1');
    const cut = rng.below(4) === 0 ? rng.below(bytes.length + 1) : bytes.length;
    socket.write(bytes.subarray(0, cut));
    if (rng.below(3) === 0) await new Promise(resolve => setImmediate(resolve));
    socket.write(bytes.subarray(cut));
  }
  if (rng.below(2) === 0) socket.destroy();
  else socket.end();
  await closed;
}

describe.each(SEEDS)('seed %i', seed => {
  it('survives any client', async () => {
    const { talk, mails, logged } = await startBench();
    const rng = createRandom(seed);
    for (let round = 0; round < times(2, 100, seed); round += 1)
      await Promise.all(Array.from({ length: CLIENTS }, () => actOddly(talk(), rng)));
    const { begin, say } = talk();
    expect(await begin('games@example.test')).toMatch(/^354/);
    expect(await say('Subject: last\r\n\r\nb3,a3\r\n.')).toMatch(/^250 /);
    expect(mails.at(-1)).toContain('Subject: last');
    for (const mail of mails) {
      expect(mail.length).toBeLessThanOrEqual(MAIL_BYTES);
      expect(mail).toMatch(/^Return-Path: <[^\r\n]*>\r\n(?:Delivered-To: games(?:\+a)?@example\.test\r\n)+Received: /);
    }
    expect(logged.filter(([event]) => event === 'lmtp-taken')).toHaveLength(mails.length);
  });
});
