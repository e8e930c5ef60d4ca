// The example of every command works as it stands, in a club where alice plays bob on board 101.
import { describe, expect, it } from 'vitest';
import { commands } from '#core/features.ts';
import { scopeOf } from '#core/language/command.ts';
import { comesBack } from '../service/bounce.ts';
import { type Lab, lab, type Received } from '../service/lab.ts';

const DAY_MS = 86_400_000;
const BOARD = 'bob: nex challenge -size=5 alice bob';

/** What happens before the example is sent; `name: Subject`. Where nothing is named alice has the first move on board 101. */
const BEFORE: Readonly<Record<string, readonly string[]>> = {
  signup: [],
  accept: ['alice: set ask=on', BOARD],
  reject: ['alice: set ask=on', BOARD],
  queue: ['bob: nex challenge -size=5 bob alice'],
  if: ['bob: nex challenge -size=5 bob alice'],
  else: ['bob: nex challenge -size=5 bob alice'],
  swap: ['bob: nex challenge -size=5 -swap=on bob alice', 'bob: nex move 101 b3,a3'],
  undo: [BOARD, 'alice: nex move 101 b3,a3'],
  replay: [BOARD, 'alice: nex move 101 b3,a3'],
  rematch: [BOARD, 'alice: nex move 101 b3,a3', 'alice: nex resign 101'],
  'rematch with': [BOARD, 'alice: nex move 101 b3,a3', 'bob: nex move 101 c3,d3', 'alice: nex resign 101'],
  year: [BOARD, 'alice: nex move 101 b3,a3', 'bob: nex move 101 c3,d3', 'alice: nex resign 101'],
  challenge: [],
  hint: ['bob: nex challenge -size=5 --rated=no alice bob'],
  proof: ['bob: nex challenge -size=3 --rated=no alice bob'],
  analyse: [BOARD, 'alice: nex move 101 b3,a3', 'alice: nex resign 101'],
  rename: ['guest7: signup guest7'],
  record: ['bob: nexos challenge -players=2 alice bob'],
  resume: [BOARD, 'alice: nex suspend 101', 'bob: nex accept 101'],
  confirm: [BOARD, 'alice: nex submit 101 b3,a3'],
  take: ['bob: nex seek'],
  unblock: ['alice: block bob'],
  unfriend: ['alice: friend bob'],
  unsubscribe: ['alice: nex subscribe bob', 'alice: subscribe bob'],
  broadcast: Array.from({ length: 10 }, (_, n) => [
    `bob: nex challenge -size=5 alice bob`,
    `alice: nex move ${101 + n} b3,a3`,
    `bob: nex move ${101 + n} c3,d3`,
    `alice: nex resign ${101 + n}`,
  ]).flat(),
};

/** Its answer says why it cannot be done, and that is what it is for. */
const REFUSES = new Set(['fetch']);

const write = (service: Lab, line: string, body = ''): Promise<readonly Received[]> => {
  const [name = '', subject = ''] = line.split(': ');
  return service.write(name, subject, body);
};

async function club(name: string): Promise<Lab> {
  const service = lab();
  for (const each of ['alice', 'bob']) await write(service, `${each}: signup ${each}`);
  let last: readonly Received[] = [];
  for (const line of BEFORE[name] ?? [BOARD]) last = await write(service, line);
  if (name === 'claim') {
    const toBob = last.find(({ to }) => to.includes('bob@example.test'))!;
    await write(service, 'alice: nex move 101 b3,a3');
    await comesBack(service, toBob, { address: 'bob@example.test' });
    service.pass(15 * DAY_MS);
  }
  return service;
}

describe('the example of', () => {
  it.each(commands.map(each => [`${scopeOf(each)} ${each.name}`, each] as const))('%s works', async (_, command) => {
    const service = await club(command.name);
    const from = { signup: 'ana', rename: 'guest7' }[command.name] ?? 'alice';
    const body = command.name === 'multiple' ? 'games' : 'Well met!';
    const mails = await write(service, `${from}: ${command.example}`, body);
    const [answer] = mails;
    expect(answer?.text).toBeDefined();
    const refusals = mails.filter(({ text }) => /^I read '/m.test(text)).map(({ text }) => text);
    expect(refusals.length > 0, refusals[0]).toBe(REFUSES.has(command.name));
  });
});
