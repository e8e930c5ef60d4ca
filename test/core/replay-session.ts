// Replays a golden session: a correspondence in one readable file, of steps and of what the service answers.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { TypedRecurring } from '#core/features/tournaments/recurring.ts';
import { configureRecurring } from '#service/unsubscribe.ts';
import { commitRequest } from '#service/commit-request.ts';
import { executeCommand } from '#service/control.ts';
import { LOG_FIELD, withoutLogField } from '#test/ledger/log-field.ts';
import { bounceOf } from '../service/bounce.ts';
import { type Lab, lab, mail, type Received } from '../service/lab.ts';
import { finished } from './tournaments/club.ts';

export const folder = join(import.meta.dirname, '..', 'golden', 'sessions');

/** `=== alice writes`, `=== alice replies`, `=== 8 days pass`; `=== 8 days go by`: what happens by itself happens; `=== the mail to bob comes back`; `=== the operator announces`; `=== the operator sets tournaments`, as the configuration does; `=== alice and bob have finished ten games`; what follows up to the next `===` is headers, a blank line, the body. */
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

export interface Replayed {
  readonly text: string;
  /** The hash of every mail's bytes below the field of the log, and its Subject: what the readable file does not show must not change unseen. */
  readonly hashes: string;
  readonly mails: readonly Received[];
}

export async function replay(text: string, service = lab()): Promise<Replayed> {
  const { title, steps } = stepsOf(text);
  const newest = new Map<string, Received>();
  const last = new Map<string, string>();
  const hashes: string[] = [];
  const sent: Received[] = [];
  const out = [title.trimEnd(), ''];
  for (const [number, { head, body }] of steps.entries()) {
    out.push(`=== ${head}`, ...(body === '' ? [] : [body]), '');
    const mails = await happen({ head, body, number }, service, newest, last);
    sent.push(...mails);
    for (const received of mails) {
      expect(received.raw).toMatch(LOG_FIELD);
      const names = received.to.map(address => address.replace('@example.test', ''));
      for (const address of received.to) newest.set(address, received);
      hashes.push(`${createHash('sha256').update(withoutLogField(received.raw)).digest('hex')} ${received.subject}`);
      out.push(`=== → ${names.join(', ')}`, `Subject: ${received.subject}`, '', received.text.trimEnd(), '');
    }
  }
  expect(service.log.filter(line => line.startsWith('mail-failed'))).toEqual([]);
  return { text: `${out.join('\n').trimEnd()}\n`, hashes: `${hashes.join('\n')}\n`, mails: sent };
}

/** What the service sends because of a step. */
async function happen(
  step: Step & { readonly number: number },
  service: Lab,
  newest: ReadonlyMap<string, Received>,
  last: Map<string, string>,
): Promise<readonly Received[]> {
  const { head, body, number } = step;
  const [, days, verb] = /^(\d+) days? (pass|go|goes)/.exec(head) ?? [];
  const ms = Number(days) * 86_400_000;
  const [, ...players] = /^(\w+) and (\w+) have finished ten games$/.exec(head) ?? [];
  if (players.length > 0) await finished(service, players);
  else if (verb === 'pass') service.pass(ms);
  else if (verb !== undefined) return service.live(ms);
  else if (head === 'the operator announces')
    await commitRequest({ kind: 'announcement', text: body, isAgain: false }, `operator:${number}`, service.context);
  else if (head === 'the operator sets tournaments') {
    expect(await configureRecurring(JSON.parse(body) as readonly TypedRecurring[], service.context)).toMatchObject({
      ok: true,
    });
    return service.live(1);
  } else if (head === 'the operator acts') {
    expect(JSON.parse(await executeCommand(body, service.context))).toMatchObject({ done: true });
    return service.live(1);
  } else return service.deliver(rawStep(step, newest, last));
  return [];
}

/** The mail of a player, or one of our mails that comes back. */
function rawStep(
  step: Step & { readonly number: number },
  newest: ReadonlyMap<string, Received>,
  last: Map<string, string>,
): string {
  const [, name] = /^the mail to (\S+) comes back/.exec(step.head) ?? [];
  if (name === undefined) return rawMail(step, newest, last);
  const messageId = `<step-${step.number}@mx.test>`;
  return bounceOf(newest.get(addressOf(name))!, { address: addressOf(name), messageId });
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

export const session = (name: string): string => readFileSync(join(folder, name), 'utf8');

export const sessions = readdirSync(folder).filter(name => name.endsWith('.session'));
