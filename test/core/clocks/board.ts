// A board between alice and bob in a service lived through by tests.
import { type Lab, lab, type Received } from '#test/service/lab.ts';

export const [ALICE, BOB] = ['alice@example.test', 'bob@example.test'];

/** The end of the turn that a board mail tells. */
export const toldEnd = ({ text }: Received): number =>
  Date.parse(`${/until (\d+ \w+ \d+, \d\d:\d\d) \(UTC\)/.exec(text)![1]} UTC`);

/** Both have moved: from then on it is a game, and who does not move loses it. */
export async function played(options = '', service = lab()): Promise<Lab> {
  for (const name of ['alice', 'bob']) await service.write(name, `signup ${name}`);
  await service.write(ALICE, `nex challenge -size=5 ${options} alice bob`);
  await service.write(ALICE, 'nex move 101 c3,b2');
  await service.write(BOB, 'nex move 101 d4,e5');
  return service;
}
