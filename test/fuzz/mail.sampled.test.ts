// Damaged mails of real programs: each is read or refused, and the move on the first line is kept.
// A failure names the seed and the mail. SEED=… runs that one again.
import { makeBoardContext } from '#core/mail/mail-sender.ts';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createRandom } from '#games/kit/random.ts';
import { games } from '#games/registry/index.ts';
import { parse, peek } from '#adapters/mime/parse.ts';
import { commands } from '#core/features.ts';
import { parseMail } from '#core/language/parse-mail.ts';
import { HEARING } from '../core/ear.ts';
import { findFirstStop } from '#core/mail/gates.ts';
import type { Incoming } from '#core/mail/incoming.ts';
import { extractNewText } from '#core/mail/reply.ts';
import { seedsFor } from '#test/seeds.ts';
import { times } from '#test/sample.ts';
import { createDamager, readMails } from './damage.ts';

const SEEDS = seedsFor(import.meta.filename);
const roundsFor = (seed: number): number => times(500, 5_000, seed);
const OWN = { local: 'games', domain: 'example.test' };
const FOLDER = join(import.meta.dirname, '..', 'golden', 'replies');

const mails = readMails(FOLDER);
const damaged = createDamager(mails.map(({ raw }) => raw));

/** What the parser may say to a mail it will not read. */
const KNOWN = /too many parts|encrypted|rich-text|beyond every limit/;

function parsed(raw: Buffer): Incoming {
  try {
    return parse(raw, raw.length);
  } catch (error) {
    expect(String(error)).toMatch(KNOWN);
    return peek(raw, raw.length);
  }
}

function understand(mail: Incoming): void {
  if (findFirstStop(mail, OWN, [], HEARING.ear.marks) !== null) return;
  const text = extractNewText(mail.text);
  for (const board of [null, makeBoardContext({ game: 'nex', number: 101 }, { ply: 0 })]) {
    const { statements, comment } = parseMail(mail.subject, text, {
      ...HEARING,
      commands,
      games,
      isUser: () => false,
      board,
      userid: null,
      opponents: [],
    });
    expect(statements.length + comment.length).toBeGreaterThanOrEqual(0);
  }
}

describe('damaged mails', () => {
  it.each(SEEDS)('are read or refused (seed %i)', seed => {
    for (let round = 0; round < roundsFor(seed); round++) {
      const pick = createRandom(seed + round).below;
      const { name, raw } = mails[pick(mails.length)]!;
      try {
        understand(parsed(damaged(raw, pick)));
      } catch (error) {
        throw new Error(`SEED=${seed + round} ${name}`, { cause: error });
      }
    }
  });

  it.each(SEEDS)('keep the move on the first line, whatever happens below it (seed %i)', seed => {
    const plain = mails.flatMap(({ name, raw }) => {
      const start = raw.indexOf('\r\n\r\n');
      const isMove = raw.indexOf('b3,a3\r\n') === start + 4;
      const isPlain = /^content-type: text\/plain/im.test(raw.subarray(0, start).toString('latin1'));
      const isEncoded = /^content-transfer-encoding: (base64|quoted-printable)/im.test(
        raw.subarray(0, start).toString('latin1'),
      );
      return !isMove || !isPlain || isEncoded ? [] : [{ name, raw, end: start + '\r\n\r\nb3,a3\r\n'.length }];
    });
    expect(plain.length).toBeGreaterThan(20);
    for (let round = 0; round < roundsFor(seed); round++) {
      const pick = createRandom(seed + round).below;
      const { name, raw, end } = plain[pick(plain.length)]!;
      const mail = parsed(Buffer.concat([raw.subarray(0, end), damaged(raw.subarray(end), pick)]));
      expect(extractNewText(mail.text).split('\n')[0], `SEED=${seed + round} ${name}`).toBe('b3,a3');
    }
  });
});
