// Requests that write the same documents at the same time: each is decided again, and none is starved.
import { describe, expect, it } from 'vitest';
import { createRandom } from '#games/kit/random.ts';
import type { Secrets } from '#service/ports.ts';
import { mail, lab } from './lab.ts';
import { testPorts } from './ports.ts';

/** Hashes that take many turns of the loop, and are counted. */
function slowSecrets(): Secrets & { readonly counts: { hash: number; verify: number } } {
  const { secrets } = testPorts();
  const counts = { hash: 0, verify: 0 };
  const slowly = async (): Promise<void> => {
    for (let turns = 0; turns < 200; turns++) await new Promise(setImmediate);
  };
  return {
    ...{ ...secrets, counts },
    hash: async secret => {
      counts.hash += 1;
      await slowly();
      return secrets.hash(secret);
    },
    verify: async (secret, hash) => {
      counts.verify += 1;
      await slowly();
      return secrets.verify(secret, hash);
    },
  };
}

describe('requests that write the same documents', () => {
  it('hash every password once, and all of them come through', async () => {
    const secrets = slowSecrets();
    const service = lab({ secrets });
    const players = Array.from({ length: 12 }, (_, index) => `player${index}`);
    await service.bring(
      ...players.map(name => mail({ from: `${name}@example.test`, subject: `signup ${name} secret` })),
    );
    expect(secrets.counts).toEqual({ hash: 12, verify: 0 });
    // Guesses of strangers are counted together, so that all of them write one quota.
    await service.bring(
      ...Array.from({ length: 40 }, (_, index) =>
        mail({
          from: `s${index}@else.test`,
          subject: `change password ${players[index % 12]} wrong new`,
          unproved: true,
        }),
      ),
    );
    expect(secrets.counts).toEqual({ hash: 12, verify: 40 });
    expect(service.log.filter(line => line.startsWith('store-failed'))).toEqual([]);
    expect(service.disposed).toHaveLength(52);
  });

  it.each([1, 2, 3])('are not starved where others are quicker: %i', async seed => {
    const { mime } = testPorts();
    const rng = createRandom(seed);
    const service = lab({
      mime: {
        ...mime,
        render: async (plan, png) => {
          for (let turns = rng.below(40); turns > 0; turns--) await new Promise(setImmediate);
          return mime.render(plan, png);
        },
      },
    });
    const raws = Array.from({ length: 60 }, (_, index) =>
      mail({ from: `s${index}@else.test`, subject: 'help', unproved: true }),
    );
    await service.bring(...raws);
    expect(service.log.filter(line => line.startsWith('store-failed'))).toEqual([]);
    expect(service.disposed).toHaveLength(raws.length);
  });
});
