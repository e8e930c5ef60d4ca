// Golden sessions: whole correspondences, one readable file each. The files are the expectation and the manual:
// run with `-u` to write anew what the service answers, and read the difference before committing it.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Received } from '../service/lab.ts';
import { lab, mail } from '../service/lab.ts';

const folder = join(import.meta.dirname, '..', 'golden', 'sessions');

/** `=== alice writes`, `=== alice replies`, `=== 8 days pass`; what follows up to the next `===` is headers, a blank line, the body. */
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

async function replay(text: string): Promise<string> {
  const { title, steps } = stepsOf(text);
  const service = lab();
  const newest = new Map<string, Received>();
  const last = new Map<string, string>();
  const out = [title.trimEnd(), ''];
  for (const { head, body } of steps) {
    out.push(`=== ${head}`, ...(body === '' ? [] : [body]), '');
    const days = /^(\d+) days? pass/.exec(head)?.[1];
    if (days !== undefined) {
      service.pass(Number(days) * 86_400_000);
      continue;
    }
    for (const received of await service.deliver(rawMail(head, body, newest, last))) {
      const names = received.to.map(address => address.replace('@example.test', ''));
      for (const address of received.to) newest.set(address, received);
      out.push(`=== → ${names.join(', ')}`, `Subject: ${received.subject}`, '', received.text.trimEnd(), '');
    }
  }
  expect(service.log.filter(line => line.startsWith('mail-failed'))).toEqual([]);
  return `${out.join('\n').trimEnd()}\n`;
}

function rawMail(head: string, body: string, newest: ReadonlyMap<string, Received>, last: Map<string, string>): string {
  const [, name = '', verb = '', extra = ''] = /^(\S+) (writes|replies|sends that again)(.*)$/.exec(head) ?? [];
  expect(verb, `a step of a session: '${head}'`).not.toBe('');
  const from = addressOf(name);
  if (verb === 'sends that again') return last.get(from) ?? '';
  const [, headers = '', text = body] = /^((?:[A-Z][\w-]*:(?: .*)?\n?)*)\n?([\s\S]*)$/.exec(body) ?? [];
  const subject = /^Subject:(.*)$/m.exec(headers)?.[1]?.trim();
  const to = newest.get(/ to the mail of (\S+)/.exec(extra)?.[1] === undefined ? from : addressOf(/ to the mail of (\S+)/.exec(extra)?.[1] ?? ''));
  const raw = mail({
    from,
    subject: subject ?? (verb === 'replies' ? `Re: ${to?.subject ?? ''}` : ''),
    body: text,
    unproved: extra.includes('unproved'),
    headers: headers.split('\n').filter(line => line !== '' && !line.startsWith('Subject:')),
    ...(verb === 'replies' && to !== undefined ? { replyTo: to } : {}),
  });
  last.set(from, raw);
  return raw;
}

describe('golden sessions', () => {
  for (const name of readdirSync(folder).filter(each => each.endsWith('.session'))) {
    it(name.replace('.session', '').replaceAll('-', ' '), async () => {
      const file = join(folder, name);
      await expect(await replay(readFileSync(file, 'utf8'))).toMatchFileSnapshot(file);
    });
  }
});
