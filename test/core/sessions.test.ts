// Golden sessions: whole correspondences, one readable file each. The files are the expectation and the manual:
// run with `-u` to write anew what the service answers, and read the difference before committing it.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lab, mail, type Received } from '../service/lab.ts';
import { fold, unfold, welcomeOf } from './folding.ts';

const folder = join(import.meta.dirname, '..', 'golden', 'sessions');

/** `=== alice writes`, `=== alice replies`, `=== 8 days pass`; `=== 8 days go by`: what happens by itself happens; what follows up to the next `===` is headers, a blank line, the body. */
interface Step {
  readonly head: string;
  readonly body: string;
}

function stepsOf(text: string): { readonly title: string; readonly steps: readonly Step[] } {
  const [title = '', ...parts] = text.split(/^=== /m);
  const steps = parts.map(part => {
    const [head = '', ...rest] = part.split('\n');
    return { head, body: rest.join('\n').trimEnd() };
  });
  return { title, steps: steps.filter(({ head }) => !head.startsWith('→')) };
}

/** `alice` writes from alice@example.test; an address is taken as it is. */
const addressOf = (name: string): string => (name.includes('@') ? name : `${name}@example.test`);

interface Replayed {
  readonly text: string;
  /** The hash of every mail's bytes, and its Subject: what the readable file does not show must not change unseen. */
  readonly hashes: string;
}

async function replay(text: string): Promise<Replayed> {
  const { title, steps } = stepsOf(text);
  const service = lab();
  const newest = new Map<string, Received>();
  const last = new Map<string, string>();
  const hashes: string[] = [];
  const out = [title.trimEnd(), ''];
  for (const [number, { head, body }] of steps.entries()) {
    out.push(`=== ${head}`, ...(body === '' ? [] : [body]), '');
    const days = /^(\d+) days? pass/.exec(head)?.[1];
    if (days !== undefined) {
      service.pass(Number(days) * 86_400_000);
      continue;
    }
    const lived = /^(\d+) days? go by/.exec(head)?.[1];
    const mails =
      lived === undefined
        ? await service.deliver(rawMail({ head, body, number }, newest, last))
        : await service.live(Number(lived) * 86_400_000);
    for (const received of mails) {
      const names = received.to.map(address => address.replace('@example.test', ''));
      for (const address of received.to) newest.set(address, received);
      hashes.push(`${createHash('sha256').update(received.raw).digest('hex')} ${received.subject}`);
      out.push(`=== → ${names.join(', ')}`, `Subject: ${received.subject}`, '', received.text.trimEnd(), '');
    }
  }
  expect(service.log.filter(line => line.startsWith('mail-failed'))).toEqual([]);
  return { text: `${out.join('\n').trimEnd()}\n`, hashes: `${hashes.join('\n')}\n` };
}

/** `alice replies to the mail of bob unproved` → who, how, to whose newest mail. */
const HEAD =
  /^(?<name>\S+) (?<verb>writes|replies|sends that again)(?: to the mail of (?<holder>\S+))?(?<unproved> unproved)?$/;
const HEADERS = /^((?:[A-Z][\w-]*:(?: .*)?\n?)*)\n?([\s\S]*)$/;

function rawMail(
  { head, body, number }: Step & { readonly number: number },
  newest: ReadonlyMap<string, Received>,
  last: Map<string, string>,
): string {
  const { name = '', verb, holder = name, unproved } = HEAD.exec(head)?.groups ?? {};
  expect(verb, `a step of a session: '${head}'`).toBeDefined();
  const from = addressOf(name);
  if (verb === 'sends that again') return last.get(from) ?? '';
  const { headers, subject, text } = partsOf(body);
  const replyTo = verb === 'replies' ? newest.get(addressOf(holder)) : undefined;
  const messageId = `<step-${number}@client.test>`;
  const parts = { from, subject: subject ?? `Re: ${replyTo?.subject ?? ''}`, body: text, headers, messageId };
  const raw = mail({ ...parts, unproved: unproved !== undefined, ...(replyTo === undefined ? {} : { replyTo }) });
  last.set(from, raw);
  return raw;
}

function partsOf(body: string): {
  readonly headers: readonly string[];
  readonly subject: string | undefined;
  readonly text: string;
} {
  const [, block = '', text = body] = HEADERS.exec(body) ?? [];
  const lines = block.split('\n').filter(line => line !== '');
  const subject = lines.find(line => line.startsWith('Subject:'));
  return { headers: lines.filter(line => line !== subject), subject: subject?.slice('Subject:'.length).trim(), text };
}

const session = (name: string): string => readFileSync(join(folder, name), 'utf8');
const FIRST = '01-a-first-game.session';

describe('golden sessions', async () => {
  const welcome = welcomeOf((await replay(session(FIRST))).text);

  for (const name of readdirSync(folder).filter(each => each.endsWith('.session'))) {
    it(name.replace('.session', '').replaceAll('-', ' '), async () => {
      const file = join(folder, name);
      const { text, hashes } = await replay(session(name));
      const folded = fold(text, welcome);
      expect(unfold(folded, welcome)).toBe(text);
      await expect(folded).toMatchFileSnapshot(file);
      await expect(hashes).toMatchFileSnapshot(join(folder, name.replace('.session', '.sha256')));
    });
  }
});
