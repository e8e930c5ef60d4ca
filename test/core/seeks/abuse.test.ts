// What seeks must not give away, and must not let anybody do: codes, blocks, many accounts, who has left.
import { describe, expect, it } from 'vitest';
import { limits } from '#core/kernel/limits.ts';
import type { Match } from '#core/board/match-document.ts';
import { seekLimits, type Seek, gamesWantedOf } from '#core/features/seeks/seek.ts';
import { DAY_MS } from '#core/kernel/time.ts';
import { createMemoryStore } from '#test/memory-store.ts';
import { account as opened, change, commit } from '#test/conformance/store.ts';
import { ALICE, BOB, signedUp } from '#test/core/abuse/attack.ts';
import { type Lab, lab, type Received } from '#test/service/lab.ts';

const CAROL = 'carol@example.test';

async function players(): Promise<Lab> {
  const service = lab({}, { areRobotsDeaf: true });
  await signedUp(service, 'alice', 'bob', 'carol');
  return service;
}

/** Each line as a mail of its own. */
async function say(service: Lab, from: string, ...lines: readonly string[]): Promise<readonly Received[]> {
  const received: Received[] = [];
  for (const subject of lines) received.push(...(await service.deliver({ from, subject })));
  return received;
}

const boards = async ({ store }: Lab): Promise<readonly Match[]> => {
  const keys = await store.list('running/game/nex', null, 99);
  return [...(await store.read(keys)).documents.values()] as Match[];
};

const seeksOf = ({ store }: Lab, list: `seeks/${'game' | 'player'}/${string}`): Promise<readonly string[]> =>
  store.list(list, null, 9_999);

const all = (mails: readonly Received[]): string => mails.map(({ raw, text, html }) => raw + text + html).join('\n');

describe('seeks', () => {
  it('with a code are told to nobody else, whatever they write; nor are they matched without it', async () => {
    const service = await players();
    const own = await say(service, ALICE, 'nex seek -size=5 --code=secretword');
    expect(own.map(({ text }) => text).join()).toContain('secretword');
    expect((await say(service, ALICE, 'seek list')).map(({ text }) => text).join()).toContain('secretword');
    const heard: Received[] = [];
    for (const line of [
      'seek list',
      'nex seek list',
      'take 1',
      'take 1 wrong',
      'nex seek -size=5',
      'nex who',
      'nex standings',
    ])
      heard.push(...(await say(service, BOB, line)));
    expect(all(heard)).not.toMatch(/secretword|alice/);
    expect(await boards(service)).toEqual([]);
    await service.live(3 * DAY_MS);
    expect(await boards(service)).toEqual([]);
    expect(all(await say(service, BOB, 'take 1 SecretWord'))).not.toContain('secretword');
    expect(await boards(service)).toHaveLength(1);
  });

  it('of a player who is blocked, or blocks, read as if they were not there', async () => {
    for (const [blocker, blocked] of [
      [ALICE, 'bob'],
      [BOB, 'alice'],
    ] as const) {
      const service = await players();
      await say(service, blocker, `block ${blocked}`);
      await say(service, ALICE, 'nex seek');
      const told = async (line: string): Promise<string> =>
        (await say(service, BOB, line))
          .map(({ subject, text }) => subject + text)
          .join()
          .replace(/\b\d+\b/g, 'N');
      expect(await told('take 1')).toBe(await told('take 9'));
      expect(await told('seek list')).not.toContain('alice');
      await say(service, BOB, 'nex seek');
      await service.live(2 * DAY_MS);
      expect(await boards(service)).toEqual([]);
    }
  });

  it('are no more than a player, and a day, has place for; the same again is the same seek', async () => {
    const service = await players();
    for (let size = 3; size < 3 + seekLimits.seeksPerPlayer + 2; size++)
      await say(service, ALICE, `nex seek -size=${size}`);
    expect(await seeksOf(service, 'seeks/player/alice')).toHaveLength(seekLimits.seeksPerPlayer);
    for (let time = 0; time < 2 * seekLimits.seeksPerDay; time++) await say(service, BOB, 'hex seek', 'seek off');
    expect((await say(service, BOB, 'hex seek')).map(({ text }) => text.replace(/\s+/g, ' ')).join()).toContain(
      'seeks today, which is the limit',
    );
    await say(service, CAROL, 'y seek', 'y seek 2', 'y seek 3');
    const [key] = await seeksOf(service, 'seeks/game/y');
    const [[, document] = []] = (await service.store.read([key as `seek/${string}`])).documents;
    expect(document as Seek).toMatchObject({ userid: 'carol', games: 3 });
  });

  /** So many open seeks of as many new accounts, which no seek without terms agrees with; the first has three. */
  async function crowded(many: number, code: string | null): Promise<Lab> {
    const store = createMemoryStore();
    const crowd = Array.from({ length: many }, (_, n) => ({ ...opened(`p${n}`), addresses: [`p${n}@example.test`] }));
    const seek = { game: 'nex', setup: { size: '5x5' }, time: null, isRated: null, rating: null, code, games: 1 };
    const rest = { boards: null, isRobotOffered: true, opened: 1, since: 1, wake: 4_000_000_000_000 };
    await commit(
      store,
      change('crowd', [
        ...crowd.map(each => [`account/${each.userid}`, each] as const),
        ...crowd.map(({ userid }, n) => {
          const number = n + 1;
          return [`seek/${number}`, { ...seek, ...rest, userid: n === 7 || n === 50 ? 'p0' : userid, number }] as const;
        }),
        ['counter/seek', { next: many + 1 }],
      ]),
    );
    const service = lab({ store }, { areRobotsDeaf: true });
    await signedUp(service, 'alice', 'bob');
    return service;
  }

  it('with a code take no place from those without', async () => {
    const service = await crowded(seekLimits.seeksPerGame, 'x');
    await say(service, ALICE, 'nex seek -size=4');
    expect(await seeksOf(service, 'seeks/player/alice')).toHaveLength(1);
    expect(await seeksOf(service, 'seeks/game/nex')).toHaveLength(seekLimits.seeksPerGame + 1);
  });

  it('find a place where it is full: the oldest of whoever has most ends, and they are told', async () => {
    const service = await crowded(seekLimits.seeksOfNewcomers, null);
    const mails = await say(service, ALICE, 'nex seek -size=4', 'nex seek -size=6');
    expect(mails.filter(({ to }) => to[0] === 'p0@example.test').map(({ subject }) => subject)).toEqual([
      'nexpost: seek 1 has ended',
    ]);
    // By now she has as many as anybody else.
    expect(mails.at(-1)?.text.replace(/\s+/g, ' ')).toContain('there are too many open seeks to add yours just now');
    expect(await seeksOf(service, 'seeks/player/alice')).toHaveLength(1);
    expect(await seeksOf(service, 'seeks/player/p0')).toHaveLength(2);
    expect(await seeksOf(service, 'seeks/game/nex')).toHaveLength(seekLimits.seeksOfNewcomers);
  });

  it('of a hundred accounts of one domain make place for a newcomer of another', async () => {
    const service = await crowded(seekLimits.seeksOfNewcomers, null);
    await say(service, 'nina@home.test', 'signup nina', 'nex seek -size=4', 'nex seek -size=6');
    expect(await seeksOf(service, 'seeks/player/nina')).toHaveLength(2);
    expect(await seeksOf(service, 'seeks/game/nex')).toHaveLength(seekLimits.seeksOfNewcomers);
  });

  it('of many accounts of one domain end none of others, who find a place among them', async () => {
    const service = await crowded(seekLimits.seeksOfNewcomers - 2, null);
    const nina = 'nina@home.test';
    await say(service, nina, 'signup nina', 'nex seek -size=4', 'nex seek -size=6');
    await say(service, 'm@x.example.test', 'signup mallory');
    const mails = await say(service, 'm@x.example.test', 'nex seek -size=3 --rating=2900-3000');
    expect(mails.map(({ to, subject }) => `${to[0]}: ${subject}`)).toContain(
      'p0@example.test: nexpost: seek 1 has ended',
    );
    await say(service, nina, 'nex seek -size=7');
    expect(await seeksOf(service, 'seeks/player/nina')).toHaveLength(3);
  });

  it('of many new accounts leave half of the places to players who have finished a game', async () => {
    const service = await crowded(seekLimits.seeksOfNewcomers, null);
    await say(service, ALICE, 'nex challenge -size=3 alice bob');
    await say(service, ALICE, 'nex move 101 b2,a1');
    await say(service, BOB, 'nex move 101 b1,a2');
    await say(service, BOB, 'nex resign 101');
    await say(service, ALICE, 'nex seek -size=4');
    expect(await seeksOf(service, 'seeks/game/nex')).toHaveLength(seekLimits.seeksOfNewcomers + 1);
  });

  it('end with their account, and wait for nobody who is away', async () => {
    const service = await players();
    await say(service, ALICE, 'nex seek', 'hex seek always 2');
    await say(service, ALICE, 'signoff alice');
    await service.live((limits.undoDays + 1) * DAY_MS);
    expect(await seeksOf(service, 'seeks/player/alice')).toEqual([]);
    const today = new Date(service.now()).toISOString().slice(0, 10);
    await say(service, BOB, 'nex seek -size=5', `vacation ${today}..${today}`);
    expect((await say(service, CAROL, 'take 3')).map(({ text }) => text).join()).toContain('just now');
    await say(service, CAROL, 'nex seek -size=5');
    expect(await boards(service)).toEqual([]);
    await service.live(2 * DAY_MS);
    expect(await boards(service)).toHaveLength(1);
  });

  it('and their boards are lost by giving up, from the first move on', async () => {
    const service = await players();
    await say(service, ALICE, 'nex seek -size=5', 'set ask=on');
    await say(service, BOB, 'take 1');
    await say(service, BOB, 'nex resign 101');
    const [[, board] = []] = (await service.store.read(['match/nex/101'])).documents;
    expect(board).toMatchObject({ state: 'over', seeks: [1] });
  });

  it('of a standing offer that asks for less than is going want nothing', async () => {
    const service = await players();
    await say(service, ALICE, 'nex seek always 2');
    await say(service, BOB, 'take 1');
    await say(service, CAROL, 'take 1');
    await say(service, ALICE, 'nex seek always 1');
    const [told] = await say(service, BOB, 'nex who');
    expect(told?.text).not.toContain('Seeking');
    const [[, document] = []] = (await service.store.read(['seek/1'])).documents;
    expect(gamesWantedOf(document as Seek)).toBe(0);
    await say(service, BOB, 'nex resign 101');
    await service.live(DAY_MS);
    expect(await boards(service)).toHaveLength(1);
  });
});
