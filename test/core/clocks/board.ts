// A board between alice and bob in a service lived through by tests.
import type { Match } from '#core/board/match-document.ts';
import { type Lab, lab, type Received } from '#test/service/lab.ts';

export const [ALICE, BOB] = ['alice@example.test', 'bob@example.test'];

export const matchOf = async (
  { store }: Lab,
  key: `match/nex/${number}` | 'match/nexos/101' = 'match/nex/101',
): Promise<Match> => (await store.read([key])).documents.get(key) as Match;

/** The end of the turn that a board mail tells. */
export const toldEnd = ({ text }: Received): number =>
  Date.parse(`${/until (\d+ \w+ \d+, \d\d:\d\d) \(UTC\)/.exec(text)![1]} UTC`);

export const told = (mails: readonly Received[]): readonly string[] =>
  mails.map(({ to, subject }) => `${to[0]}: ${subject}`);
export const say = (service: Lab, from: string, subject: string, body = ''): Promise<readonly Received[]> =>
  service.write(from, subject, body);
export const reply = (service: Lab, from: string, to: Received, body: string): Promise<readonly Received[]> =>
  service.deliver({ from, subject: `Re: ${to.subject}`, body, replyTo: to });

/** Both have moved: from then on it is a game, and who does not move loses it. */
export async function played(options = '', service = lab()): Promise<Lab> {
  for (const name of ['alice', 'bob']) await say(service, `${name}@example.test`, `signup ${name}`);
  await say(service, ALICE, `nex challenge -size=5 ${options} alice bob`);
  await say(service, ALICE, 'nex move 101 c3,b2');
  await say(service, BOB, 'nex move 101 d4,e5');
  return service;
}
