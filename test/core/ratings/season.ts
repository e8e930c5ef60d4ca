// Some games of Hex, played by mail and given up: ratings for the tests.
import fc from '#test/fast-check.ts';
import { readWholeList } from '#service/load.ts';
import { lab, type Lab } from '#test/service/lab.ts';

export const NAMES = ['alice', 'bob', 'carol', 'dave'] as const;

export async function documentsOf(
  service: Lab,
  list: Parameters<typeof readWholeList>[1],
): Promise<readonly unknown[]> {
  const keys = await readWholeList(service.store, list);
  const { documents } = await service.store.read(keys);
  return keys.map(key => documents.get(key));
}

/** Some games of Hex on 2x2, each given up after its first moves, by time or by word. */
export async function season(seed: number): Promise<Lab> {
  const service = lab({}, { areRobotsDeaf: true });
  for (const name of NAMES) await service.write(name, `signup ${name}`);
  const names = fc.constantFrom(...NAMES);
  const plan = fc.sample(
    fc.record({ a: names, b: names, isRated: fc.integer({ min: 0, max: 4 }), loser: fc.boolean(), days: fc.nat(40) }),
    { numRuns: 25, seed },
  );
  let number = 100;
  for (const { a, b, isRated, loser, days } of plan) {
    number += 1;
    await service.write(a, `hex challenge -size=2${isRated === 0 ? ' --rated=no' : ''} ${a} ${b}`);
    await service.write(a, `hex move ${number} a1`);
    await service.write(b, `hex move ${number} b1`);
    if (days % 5 === 0) await service.live(days * 86_400_000);
    await service.write(loser ? a : b, `hex resign ${number}`);
  }
  await service.live(60 * 86_400_000);
  return service;
}
