// The forgiving ear: what people write in a reply or as a Subject, and what comes of it; one row each, by situation, in test/golden/ear.
// A row is what was typed (`\n` for a new line, `\0` for a character that shows nothing, `Subject: … | body` for a Subject of its own), ` => `, and what happened. Run with `-u` to write the outcomes anew, and read them.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Store } from '#service/ports.ts';
import { type Lab, lab, mail, type Received } from '../service/lab.ts';
import { recordedStore } from './recorded-store.ts';

const folder = join(import.meta.dirname, '..', 'golden', 'ear');
const DAY = 86_400_000;

/** A service in which it is somebody's turn to write. */
interface Situation {
  readonly service: Lab;
  readonly from: string;
  /** What is replied to; null: a new mail is written. */
  readonly replyTo: Received | null;
}

const addressOf = (name: string): string => `${name}@example.test`;

/** Builds a situation as often as it is needed. */
type Builder = () => Promise<Situation>;

/** A lab with alice and bob, after these mails: `alice: Subject`, and replies to the newest board, `bob> b3,a3`. */
function after(steps: readonly string[], from: string): Builder {
  const { store, copy } = recordedStore();
  let first: Promise<Situation> | null = null;
  return async () => {
    first ??= play(steps, from, store);
    const { replyTo } = await first;
    return { service: lab({ store: await copy() }), from, replyTo };
  };
}

async function play(steps: readonly string[], from: string, store: Store): Promise<Situation> {
  const service = lab({ store });
  const newest = new Map<string, Received>();
  for (const step of ['alice: signup alice', 'bob: signup bob', ...steps]) {
    const [, name = '', sign = '', text = ''] = /^(\w+)([:>]) (.*)$/.exec(step) ?? [];
    const replyTo = newest.get(addressOf(name));
    const raw =
      sign === ':' || replyTo === undefined
        ? mail({ from: addressOf(name), subject: text })
        : mail({ from: addressOf(name), subject: `Re: ${replyTo.subject}`, body: text, replyTo });
    for (const received of await service.deliver(raw)) for (const to of received.to) newest.set(to, received);
  }
  return { service, from, replyTo: newest.get(addressOf(from)) ?? null };
}

const board = (game: string, moves: readonly string[], from: string): Builder =>
  after([`alice: ${game} --forfeittime=365 --nagtime=364 alice bob`, ...moves], from);

const withoutReply =
  (build: Builder): Builder =>
  async () => ({ ...(await build()), replyTo: null });

const SITUATIONS: Readonly<Record<string, Builder>> = {
  nex: board('nex challenge -size=5', ['alice> c3,b2', 'bob> d4,e5'], 'alice'),
  'nex-asked': board('nex challenge -size=5', ['alice> c3,b2', 'bob> d4,e5', 'bob> undo'], 'alice'),
  'nex-offered': board('nex challenge -size=5', ['alice> c3,b2', 'bob> d4,e5', 'bob> draw'], 'alice'),
  'nex-waiting': board('nex challenge -size=5', ['alice> c3,b2'], 'alice'),
  'nex-chat': board('nex challenge -size=5', ['alice> c3,b2', 'bob> d4,e5', 'bob> chat hello'], 'alice'),
  'nex-over': board('nex challenge -size=5', ['alice> c3,b2', 'bob> d4,e5', 'alice> resign'], 'alice'),
  hexafive: board('hexafive challenge', ['alice> F6'], 'bob'),
  'nex-swap': board('nex challenge -size=5 -swap=on', ['alice> c3,b2'], 'bob'),
  neuy: board('neuy challenge -size=5', ['alice> c3,c4'], 'bob'),
  'hexafive-capture': board('hexafive challenge', ['alice> F6', 'bob> F5', 'alice> F7'], 'bob'),
  nexos: board('nexos challenge', [], 'alice'),
  hex: board('hex challenge', ['alice> c3', 'bob> h7'], 'alice'),
  gomoku: board('gomoku challenge', ['alice> h8', 'bob> j9'], 'alice'),
  gonnect: board('gonnect challenge', ['alice> g7'], 'bob'),
  invitation: after(['alice: nex challenge -size=5 alice carol@example.test'], 'carol'),
  mail: withoutReply(board('nex challenge -size=5', [], 'alice')),
};

/** The first sentences of a mail, on one line. */
const opening = ({ text }: Received): string => (text.split('\n\n')[0] ?? '').replace(/\s+/g, ' ').trim();

const NEWS =
  /^\w+ (?:played|resigned|swapped|accepted|asked|offered|accept|decline|agree|opened|challenged|declined|asks|offers|accepts|rejects|aceitou|recusou)[^\n:]*|^Prepared: .*/m;
const BOARD = /^(?<isNew>New )?[A-Z]\w+ Board \d+(?: (?<word>\w+))?(?:: [^*]+?)?(?: \*\*)?$/;
const REPORT = /^nexpost: (?:I could not|I found|about|done|feito|sobre)|error$|^Invalid/;

function newsOf(text: string, isNew: boolean): string {
  const news = NEWS.exec(text)?.[0];
  if (!isNew) return news ?? 'shows the board';
  return news === undefined ? 'opens a board' : `new board: ${news}`;
}

/** What the writer's own mail says came of it. */
function outcomeOf(first: Received | undefined): string {
  if (first === undefined) return 'silence';
  const { isNew, word } = BOARD.exec(first.subject)?.groups ?? {};
  if (word === 'Question') return `asks: ${opening(first)}`;
  if (word === 'Error' || word === 'Answer' || REPORT.test(first.subject)) return `told: ${opening(first)}`;
  if (!BOARD.test(first.subject)) return `mail: ${first.subject}`;
  return newsOf(first.text, isNew !== undefined);
}

/** Does another row find the situation as it was? */
const isUnchanged = (mails: readonly Received[], from: string, outcome: string): boolean =>
  mails.every(({ to }) => to.includes(addressOf(from))) &&
  /^(?:told|asks|silence|mail|shows)/.test(outcome) &&
  !/no more|declined|Nobody/.test(outcome);

/** `wishes-moves.nex.txt` is heard in the situation `nex`. */
const situationOf = (file: string): string => basename(file, '.txt').replace(/^wishes-(?:.*\.)?/, '');

/** Rows heard in one situation. */
const MOST_ROWS = 150;

/** One row, heard by the service. */
async function hear({ service, from, replyTo }: Situation, typed: string): Promise<readonly Received[]> {
  const written = typed.replaceAll('\\n', '\n').replaceAll('\\0', '\u200b');
  const [, subject = '', body = ''] = /^Subject: (.*?)(?: \| ([^]*))?$/.exec(written) ?? [];
  const words = subject === '' ? { subject: `Re: ${replyTo?.subject ?? ''}`, body: written } : { subject, body };
  service.pass(2 * DAY);
  const before = service.log.length;
  const mails = await service.deliver({ from: addressOf(from), ...(replyTo === null ? {} : { replyTo }), ...words });
  expect(service.log.slice(before).filter(entry => entry.startsWith('mail-failed'))).toEqual([]);
  return mails;
}

describe.each(readdirSync(folder).filter(name => name.endsWith('.txt')))('%s', name => {
  it('is heard as written', async () => {
    const file = join(folder, name);
    const situation = SITUATIONS[situationOf(name)]!;
    let at = await situation();
    const rows: string[] = [];
    for (const line of readFileSync(file, 'utf8').trimEnd().split('\n')) {
      const typed = (line.split(' => ')[0] ?? '').trimEnd();
      if (typed === '' || typed.startsWith('#')) {
        rows.push(line);
        continue;
      }
      const mails = await hear(at, typed);
      const outcome = outcomeOf(mails.find(({ to }) => to.includes(addressOf(at.from))));
      rows.push(`${typed.padEnd(32)} => ${outcome}`);
      // Days pass between rows: no board runs out of time.
      if (!isUnchanged(mails, at.from, outcome) || rows.length % MOST_ROWS === 0) at = await situation();
    }
    await expect(`${rows.join('\n')}\n`).toMatchFileSnapshot(file);
  });
});
