// Being forgotten, with everything in memory: what stays is the games, by a pseudonym; nothing else of the player is in any document.
import { describe, expect, it } from 'vitest';
import { games } from '#games/registry/index.ts';
import { createMemoryStore } from '#test/memory-store.ts';
import { limits } from '#core/kernel/limits.ts';
import type { PlayerRating } from '#core/features/ratings/rating.ts';
import { findDifferences, rebuildRatings } from '#core/features/ratings/rebuild.ts';
import { ratingKey } from '#core/features/ratings/index.ts';
import type { DocumentKey, DocumentKind, Documents } from '#core/kernel/documents.ts';
import type { Match } from '#core/board/match-document.ts';
import { executeCommand } from '#service/control.ts';
import type { MailArchive, Store } from '#service/ports.ts';
import { type Lab, type Received, lab } from '#test/service/lab.ts';

const [alice, bob, carol] = ['alice@example.test', 'bob@example.test', 'carol@example.test'];

/** A store that tells all it holds. */
function openStore(): { readonly store: Store; readonly all: () => ReadonlyMap<DocumentKey, unknown> } {
  const store = createMemoryStore();
  const held = new Map<DocumentKey, Documents[DocumentKind]>();
  return {
    all: () => held,
    store: {
      ...store,
      commit: async change => {
        const done = await store.commit(change);
        if (done.result !== 'committed') return done;
        for (const [key, document] of change.documents)
          if (document === null) held.delete(key);
          else held.set(key, document);
        return done;
      },
    },
  };
}

type Said = readonly [from: string, subject: string, body?: string];

async function say(service: Lab, lines: readonly Said[]): Promise<readonly Received[]> {
  const got: Received[] = [];
  for (const [from, subject, body = ''] of lines) got.push(...(await service.write(from, subject, body)));
  return got;
}

/** Three who play, write, follow and block each other. */
const HISTORY: readonly Said[] = [
  [alice, 'signup alice secretword'],
  [bob, 'signup bob'],
  [carol, 'signup carol'],
  [alice, 'change address alice@example.test alias@example.test'],
  [alice, 'set language=en'],
  [alice, 'set timezone=Europe/Lisbon'],
  [alice, 'vacation 2026-12-24..2026-12-26'],
  [alice, 'hex challenge -size=3 alice bob', 'wonderful words'],
  [alice, 'hex move 101 b2', 'wonderful words'],
  [bob, 'hex move 101 a3'],
  [alice, 'hex thinking 101', 'wonderful thought'],
  [alice, 'problem'],
  [alice, 'hex note 101', 'wonderful note'],
  [bob, 'hex resign 101'],
  [bob, 'nex challenge -size=5 bob alice'],
  [bob, 'nex move 101 b3,a3'],
  [alice, 'nex move 101 c2,d2', 'wonderful words'],
  [alice, 'nex queue 101 a1,a2'],
  [bob, 'nexos challenge -players=4 alice bob carol alice'],
  [carol, 'gomoku challenge -size=9 carol bob'],
  [carol, 'gomoku move 101 e5'],
  [alice, 'gomoku subscribe 101'],
  [bob, 'block alice'],
  [bob, 'friend alice'],
  [alice, 'friend bob'],
  [carol, 'subscribe alice'],
  [alice, 'subscribe bob'],
  [alice, 'block carol'],
  [alice, 'nex seek -size=7 --code=wonderful'],
  [alice, 'hex challenge -size=3 me robot1'],
];

const forgottenBy = async (service: Lab): Promise<readonly Received[]> => {
  const asked = await say(service, [[alice, 'signoff forget']]);
  const question = asked.find(({ to }) => to.includes(alice));
  return service.deliver({ from: alice, subject: 'Re: yes', body: 'yes', replyTo: question! });
};

const matches = (all: ReadonlyMap<DocumentKey, unknown>): readonly Match[] =>
  [...all].filter(([key]) => key.startsWith('match/')).map(([, document]) => document as Match);

function ratingsDiffer(all: ReadonlyMap<DocumentKey, unknown>): readonly DocumentKey[] {
  const boards = matches(all).filter(({ state }) => state === 'over');
  const kept = [...all].filter(([key]) => key.startsWith('rating/')).map(([, rating]) => rating as PlayerRating);
  const ratings = new Map(kept.map(rating => [ratingKey(rating.game, rating.userid), rating] as const));
  return findDifferences({ ratings, boards }, rebuildRatings({ games }, boards));
}

describe('signoff forget', () => {
  it('leaves the games alone, by one pseudonym, and ratings as they were', async () => {
    const { store, all } = openStore();
    const service = lab({ store });
    await say(service, HISTORY);
    expect(JSON.stringify([...all()])).toMatch(/wonderful/);
    const before = new Map(matches(all()).map(match => [`${match.game} ${match.number}`, match]));
    expect(ratingsDiffer(all())).toEqual([]);
    const told = await forgottenBy(service);
    expect(told.find(({ to }) => to.includes(alice))?.text).toContain('Goodbye, alice, and thank you for playing.');
    const end = await service.live(86_400_000);
    expect(end.filter(({ to }) => to.includes(alice))).toEqual([]);
    expect(service.log.filter(line => /fault|failed/.test(line))).toEqual([]);

    const text = JSON.stringify([...all()]);
    for (const word of ['alice', 'alias', 'wonderful', 'secretword', 'wonderful note'])
      expect([word, [...all()].filter(each => JSON.stringify(each).includes(word)).map(([key]) => key)]).toEqual([
        word,
        [],
      ]);
    expect(text).toContain('gone-');
    const names = new Set(text.match(/gone-[a-z2-7]+/g));
    expect([...names]).toHaveLength(1);
    for (const match of matches(all())) {
      const was = before.get(`${match.game} ${match.number}`);
      if (was !== undefined) expect(match.record.slice(0, was.record.length)).toEqual(was.record);
    }
    expect(ratingsDiffer(all())).toEqual([]);
  });

  it('leaves of a calendar when clocks stood still, and tells opponents who play on nothing of it', async () => {
    const { store, all } = openStore();
    const service = lab({ store });
    await say(service, [
      ...HISTORY.slice(0, 3),
      ['dave@example.test', 'signup dave'],
      [alice, 'set timezone=Pacific/Auckland'],
      [alice, 'set weekends=off'],
      [alice, 'vacation 2026-11-25..2026-12-24'],
      [bob, 'nexos challenge -players=4 --totaltime=60 alice bob carol dave'],
    ]);
    await service.live(2 * 86_400_000);
    await say(service, [[alice, 'nexos move 101 f21,h21'], [bob, 'nexos move 101 t21']]); // prettier-ignore
    const bank = async (): Promise<string | undefined> => {
      const [shown] = await say(service, [[bob, 'nexos show 101']]);
      return /Left for all moves: \S+ ([^,]*),/.exec(shown?.text ?? '')?.[1];
    };
    await service.live(10 * 86_400_000);
    const before = await bank();
    expect(before).toMatch(/59 days/);
    await forgottenBy(service);
    await service.live(86_400_000);
    expect(await bank()).toBe(before);
    const [shown] = await say(service, [[bob, 'nexos show 101']]);
    expect(shown?.text).toContain('gone-');
    expect(shown?.text).not.toContain('away');
    const [left] = [...all()].filter(([key]) => key.startsWith('account/gone-'));
    expect(JSON.stringify(left)).not.toMatch(/Auckland|weekends|2026-/);
  });

  it('never gives the name again, and leaves standings and lists without them', async () => {
    const service = lab();
    await say(service, HISTORY);
    await forgottenBy(service);
    await service.live(86_400_000);
    const [taken] = await say(service, [['eve@example.test', 'signup alice']]);
    expect(taken?.text).toContain('alice');
    expect(taken?.subject).not.toContain('Welcome');
    const [standings] = await say(service, [[bob, 'hex standings']]);
    expect(standings?.text).not.toMatch(/gone-|alice/);
    // No rank shows that a player was there.
    expect(standings?.text).toMatch(/^bob /m);
    const [soon] = await say(service, [[alice, 'signup alice2']]);
    expect(soon?.text.replace(/\s+/g, ' ')).toContain(`${limits.forgottenDays} days`);
    await service.live(limits.forgottenDays * 86_400_000);
    const [again] = await say(service, [[alice, 'signup alice2']]);
    expect(again?.subject).toContain('Welcome');
    for (const subject of ['hex show 101', 'hex record 101', 'hex history', 'stats bob', 'games bob all']) {
      const answers = await say(service, [[bob, subject]]);
      expect([subject, answers.length > 0, answers.some(({ raw }) => raw.includes('alice@'))]).toEqual([subject, true, false]); // prettier-ignore
    }
  });

  it('takes the word where nothing but a Subject was written', async () => {
    const service = lab();
    await say(service, HISTORY.slice(0, 3));
    const [question] = await say(service, [[alice, 'signoff forget']]);
    const [same] = await service.deliver({ from: alice, subject: `Re: ${question!.subject}`, replyTo: question! });
    expect(same?.text).not.toContain('Goodbye, alice, and thank you for playing.');
    const [answer] = await service.deliver({ from: alice, subject: 'Yes', replyTo: question! });
    expect(answer?.text).toContain('Goodbye, alice, and thank you for playing.');
  });

  it('asks at every address, and does nothing on no, nor on a yes that comes late', async () => {
    const service = lab();
    await say(service, HISTORY.slice(0, 3));
    const [question] = await say(service, [[alice, 'signoff forget']]);
    expect(question?.subject).toBe('nexpost: delete everything about you, alice?');
    const [answer] = await service.deliver({ from: alice, subject: 'Re', body: 'no', replyTo: question! });
    expect(answer?.text).toContain('Nothing was erased');
    const [second] = await say(service, [[alice, 'signoff forget']]);
    service.pass((limits.undoDays + 1) * 86_400_000);
    const [late] = await service.deliver({ from: alice, subject: 'Re', body: 'yes', replyTo: second! });
    expect(late?.text).toContain(`more than ${limits.undoDays} days old`);
    // Somebody who got hold of the mail is not its reader.
    const stolen = await service.deliver({ from: bob, subject: 'Re', body: 'yes', replyTo: second! });
    await service.live(86_400_000);
    expect(stolen.map(({ text }) => text).join()).not.toContain('Goodbye, alice, and thank you for playing.');
    expect((await say(service, [[bob, 'hex challenge alice bob']]))[0]?.subject).toBe(
      'New Hex Board 101 alice: your turn',
    );
  });

  it('touches nothing of an address that was only asked for, or that a password came from', async () => {
    const { store, all } = openStore();
    const erased: string[] = [];
    const erase: Store['erase'] = of => {
      erased.push(...of);
      return store.erase(of);
    };
    const service = lab({ store: { ...store, erase } });
    await say(service, HISTORY.slice(0, 3));
    await say(service, [[alice, 'change address alice@example.test dave@example.test']]);
    await say(service, [['dave@example.test', 'games', ''], ['dave@example.test', 'signup dave']]); // prettier-ignore
    const dave = JSON.stringify([...all()].filter(([key]) => /^(account|address)\/dave/.test(key)));
    expect(dave).toContain('dave');
    await forgottenBy(service);
    await service.live(86_400_000);
    expect(JSON.stringify([...all()].filter(([key]) => /^(account|address)\/dave/.test(key)))).toBe(dave);
    expect(new Set(erased)).toEqual(new Set([alice]));
  });

  it('of a sign-up that was never confirmed erases the mails of its address, unless that is another account’s', async () => {
    const { store } = openStore();
    const erased: string[] = [];
    const erase: Store['erase'] = of => {
      erased.push(...of);
      return store.erase(of);
    };
    const archived: unknown[] = [];
    const archive: MailArchive = {
      erase: what => {
        archived.push(what);
        return Promise.resolve();
      },
    };
    const service = lab({ store: { ...store, erase }, archive });
    for (const [from, userid] of [
      [alice, 'eve'],
      [bob, 'mallory'],
    ] as const)
      // prettier-ignore
      await service.deliver({ from, subject: `signup ${userid}`, unproved: true });
    await say(service, [[bob, 'signup bob']]);
    for (const userid of ['eve', 'mallory'])
      expect(await executeCommand(JSON.stringify({ act: 'forget', userid }), service.context)).toContain('true');
    await service.live(86_400_000);
    expect([new Set(erased), archived]).toEqual([new Set([alice]), [{ of: [alice] }]]);
    // The mailbox was never proved to be a player's: it may sign up at once.
    expect((await say(service, [[alice, 'signup alice']]))[0]?.subject).toContain('Welcome');
  });

  it('keeps a mailbox that wants no invitations from being invited', async () => {
    const service = lab();
    await say(service, [...HISTORY.slice(0, 3), [alice, 'stop']]);
    await forgottenBy(service);
    await service.live(86_400_000);
    const [answer] = await say(service, [[bob, 'hex challenge bob alice@example.test']]);
    expect(answer?.to).toEqual([bob]);
    expect(answer?.subject).toBe('Invalid challenge');
  });

  it('goes on when mails of theirs come meanwhile', async () => {
    const { store, all } = openStore();
    const service = lab({ store });
    await say(service, HISTORY);
    const board = (await say(service, [[alice, 'nex show 101']]))[0]!;
    await forgottenBy(service);
    // The batches run while mails come.
    for (const line of ['b1,b2', 'resign', 'show', 'chat'])
      await service.deliver({ from: alice, subject: 'Re', body: `${line}\nwonderful`, replyTo: board });
    await say(service, [[bob, 'hex challenge bob alice'], [bob, 'message alice', 'are you there']]); // prettier-ignore
    await service.live(86_400_000);
    expect(service.log.filter(line => /fault|failed/.test(line))).toEqual([]);
    const left = [...all()].filter(each => /alice(?!@)|wonderful/.test(JSON.stringify(each))).map(([key]) => key);
    expect(left).toEqual([]);
  });
});
