// A whole game from mails alone, two taps a move, on a service with Dovecot and Postfix.
import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Player } from '../e2e/player.ts';
import { builtProgram, type Program } from '../e2e/program.ts';
import type { ReceivedMail } from '../service/received-mail.ts';
import { barriers, overflow, realBrowser, type Visitor } from './browser.ts';
import { type MailServers, startMailServers } from './mail-servers.ts';
import { type MailService, mailService } from './mail-service.ts';

const browser = realBrowser();
let program: Program;
let servers: MailServers;
let mail: MailService;

/** A port that was free a moment ago: mails name the address of the pages before these are served. */
async function findPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

beforeAll(async () => {
  program = builtProgram();
  servers = await startMailServers();
  mail = mailService(program, servers, { webPort: await findPort() });
  await mail.serve();
  for (const [name, player] of Object.entries({ alice: mail.alice, bob: mail.bob })) {
    await player.send({ to: mail.service, subject: `signup ${name}`, messageId: `<signup-${name}@client.test>` });
    await player.awaits(1);
  }
});
afterAll(async () => {
  await program.remove();
  await servers.close();
});

/** Where the picture of a board leads, by cell. A mail to somebody who waits has none. */
const linksIn = ({ html }: ReceivedMail): ReadonlyMap<string, string> =>
  new Map(
    [...html.matchAll(/<area [^>]*href="([^"]+)"/g)].map(([, href = '']) => {
      const address = href.replaceAll('&amp;', '&');
      return [new URLSearchParams(new URL(address).hash.slice(1)).get('tap') ?? '', address];
    }),
  );

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const DESK = { viewport: { width: 1280, height: 800 } };

describe.each([
  ['hex', 'a finger by day', PHONE, 'light', 2],
  ['nex', 'a finger by night', PHONE, 'dark', 3],
  ['hex', 'a mouse by night', DESK, 'dark', 2],
  ['nex', 'a mouse by day', DESK, 'light', 3],
] as const)('a game of %s with %s', (game, _, options, colorScheme, taps) => {
  it(`takes ${taps} taps for the first move, and no mail is written`, async () => {
    const { alice, bob, service } = mail;
    const before = new Map<Player, number>();
    for (const player of [alice, bob]) before.set(player, (await player.inbox()).length);
    /** The mails of this game. */
    const read = async (player: Player): Promise<readonly ReceivedMail[]> =>
      (await player.inbox()).slice(before.get(player));
    const id = `<${game}-${colorScheme}-${options.viewport.width}@client.test>`;
    await alice.send({ to: service, subject: `${game} challenge -size=3 --swap=off alice bob`, messageId: id });
    const visitors: Visitor[] = [];
    let plies = 0;
    const isOver = async (): Promise<boolean> =>
      (await read(alice)).some(({ subject }) => /: (?:you|bob|alice) won/.test(subject));
    for (; plies < 12 && !(await isOver()); plies++) {
      const player = plies % 2 === 0 ? alice : bob;
      const known = before.get(player) ?? 0;
      // The newest mail of the player to move has a map of legal cells.
      const newest = (await player.awaits(known + 1 + plies)).at(-1)!;
      const links = linksIn(newest);
      expect(links.size).toBeGreaterThan(0);
      const visitor = await browser.visitor({ ...options, colorScheme });
      visitors.push(visitor);
      const { page } = visitor;
      // The first tap.
      await page.goto([...links.values()][0]!);
      const send = page.getByRole('button', { name: 'Send', exact: true });
      const ready = send.and(page.locator('[aria-disabled=false]'));
      let count = 1;
      await send.waitFor();
      for (; (await ready.count()) === 0; count++) await page.locator('.spot.may[aria-pressed=false]').first().click();
      expect(await overflow(page)).toBeLessThanOrEqual(0);
      if (plies === 0) expect(await barriers(page)).toEqual([]);
      await send.click();
      // A move of Nex that takes stones back names three cells.
      expect(count + 1).toBeLessThanOrEqual(plies === 0 ? taps : taps + taps - 2);
      await page.getByText('Done. The answer comes by mail').or(page.getByText(/ won/)).first().waitFor();
      await alice.awaits((before.get(alice) ?? 0) + plies + 2);
      await bob.awaits((before.get(bob) ?? 0) + plies + 2);
      await page.context().close();
    }
    expect(await isOver()).toBe(true);
    expect(visitors.flatMap(({ complaints }) => complaints)).toEqual([]);
  });
});
