// A conversation in which amina writes her secrets into everything that others get.
// No mail to another person, page, feed, record or export shows one of them.
import { afterEach, expect, it } from 'vitest';
import { createRandom } from '#games/kit/random.ts';
import { times } from '#test/sample.ts';
import { seedsFor } from '#test/seeds.ts';
import { clubOf, type Lab, type Received } from '#test/service/lab.ts';
import { oneOf } from '#test/simulation/year/person.ts';
import { type Website, website } from './website.ts';

const SEEDS = seedsFor(import.meta.filename, times(1, 20));
const STEPS = 40;

const NOTE = 'the lower corner is weak and badly guarded';
const THOUGHT = 'after the ladder escape I shall cut at the top';
const PASSWORD = 'Sesame-7';
const PREPARED = 'if e5,e4 then e3,e2';
const ADDRESSES = ['amina@example.test', 'amina@private.test'];

const squeeze = (words: string): string => words.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

const isTo = (name: string, { to }: Received): boolean => to.includes(`${name}@example.test`);

/** What amina has been told, with what she may put before each of its lines. */
const quote = (mail: Received, marks: string): string => mail.text.replace(/^/gm, marks);

const WORDS: readonly ((newest: Received) => string)[] = [
  ({ replyTo }) => `Look what I got: ${replyTo}`,
  ({ messageId }) => `In-Reply-To: ${messageId}`,
  ({ replyTo }) => `mailto:${encodeURIComponent(replyTo)}?subject=hello`,
  () => `nex moves 101 amina ${PASSWORD} a1`,
  () => `login amina ${PASSWORD}`,
  () => `Password: ${PASSWORD}`,
  () => `My address is ${ADDRESSES[1]}, or ${ADDRESSES[0]}.`,
  () => `จาก: nexpost <games@example.test>\nถึง： ${ADDRESSES[0]}\nเรื่อง: Nex Board 101`,
  newest => quote(newest, '» '),
  newest => quote(newest, ': '),
  newest => quote(newest, '│ '),
  () => NOTE,
  () => `thinking: ${THOUGHT}`,
  () => `*Thinking*:\n\n${THOUGHT}`,
  () => `Pensando：${THOUGHT}`,
];

const SUBJECTS = [
  ...[
    'nex chat 101',
    'nex thinking 101',
    'message bob',
    'nex challenge -size=5 amina bob',
    'nex challenge amina frida@friends.test',
  ],
  ...['nex undo 101', 'nex draw 101', 'nex seek -size=5', 'hex show 101', 'nex rematch 101'],
];

const PAGES = ['/', '/watch', '/players', '/players/amina', '/players/amina.atom', '/seeks'];
const BOARD_PAGES = ['', '.json', '.svg', '.atom', '?ply=1', '.txt'].map(end => `/nex/101${end}`);

interface World {
  readonly club: Lab;
  readonly others: string[];
  readonly macs: Set<string>;
  newest: Received;
}

async function begin(): Promise<World> {
  const { club } = await clubOf([]);
  const macs = new Set<string>();
  const [welcome] = await club.write('amina', `signup amina ${PASSWORD}`);
  await club.write('bob', 'signup bob');
  await club.write('amina', `change address ${ADDRESSES.join(' ')}`);
  await club.write('amina', 'nex challenge -size=5 amina bob');
  const world: World = { club, others: [], macs, newest: welcome! };
  take(world, await club.write('amina', `nex note 101 ${NOTE}`));
  return world;
}

/** The parts of a mail that prove its reader. */
const listMacs = ({ replyTo, messageId }: Received): readonly string[] =>
  [...`${replyTo} ${messageId}`.matchAll(/(?<=\.)[a-z2-7]{16}(?=[.@])/g)].map(([mac]) => mac);

function take(world: World, mails: readonly Received[]): void {
  for (const mail of mails) {
    if (!isTo('amina', mail)) world.others.push([mail.subject, mail.text, mail.html, mail.raw].join('\n'));
    else for (const mac of listMacs(mail)) world.macs.add(mac);
    if (isTo('amina', mail) && mail.subject.includes(' Board 101')) world.newest = mail;
  }
}

let site: Website | null = null;
afterEach(() => site?.close());

it.each(SEEDS)('keeps the secrets of a player (seed %i)', async seed => {
  const rng = createRandom(seed);
  const world = await begin();
  const { club } = world;
  for (let step = 0; step < STEPS; step++) {
    club.pass(3_600_000);
    const words = [oneOf(rng, WORDS), oneOf(rng, WORDS)].map(each => each(world.newest)).join('\n');
    const moves = /^ {3}([a-e]\d\S*) {2}/m.exec(world.newest.text)?.[1] ?? 'chat';
    if (rng.below(2) === 0) take(world, await club.write('amina', oneOf(rng, SUBJECTS), `Hello!\n${words}`));
    else
      take(world, await club.reply('amina', world.newest, `${oneOf(rng, [moves, 'chat', 'undo', 'draw'])}\n${words}`));
    if (rng.below(4) === 0) take(world, await club.write('amina', `nex ${PREPARED.replace('if', 'if 101')}`));
    const answer = oneOf(rng, [
      'nex show 101',
      'nex reject 101',
      'nex history 101',
      'nex record 101',
      'export',
      'games',
    ]);
    take(world, await club.write('bob', answer));
  }
  site = await website(club);
  for (const path of [...PAGES, ...BOARD_PAGES]) world.others.push(await site.text(path));
  const shown = world.others.map(squeeze);
  expect(world.macs.size).toBeGreaterThan(3);
  // Each thought was kept, and the log of the service has none.
  expect((await club.document('match/nex/101')).thoughts?.map(({ text }) => squeeze(text))).toContain(squeeze(THOUGHT));
  expect(club.log.map(squeeze).filter(line => line.includes(squeeze(THOUGHT)))).toEqual([]);
  for (const secret of [NOTE, THOUGHT, PASSWORD, PREPARED, ...ADDRESSES, ...world.macs])
    expect(
      shown.filter(each => each.includes(squeeze(secret))),
      secret,
    ).toEqual([]);
});
