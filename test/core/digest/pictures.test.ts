// The look of a digest: its boards as pictures like those of board mails, and links that begin each move.
import { stillRaster } from '#test/service/ports.ts';
import { simpleParser } from 'mailparser';
import { expect, it } from 'vitest';
import { limits } from '#core/kernel/limits.ts';
import { DAY_MS } from '#core/kernel/time.ts';
import { lab, type Lab, type Received } from '#test/service/lab.ts';

const at = (name: string): string => `${name}@example.test`;

/** A digest of alice about two boards of Nex against each of these players. */
async function digestOf(
  players: readonly string[],
  settings: string,
  parts: Parameters<typeof lab>[0] = {},
): Promise<{ readonly service: Lab; readonly digest: Received }> {
  const service = lab({ webUrl: 'https://nex.example', ...parts });
  const send = (name: string, subject: string): Promise<unknown> => service.write(at(name), subject);
  for (const name of ['alice', ...players]) await send(name, `signup ${name}`);
  await send('alice', `set per=digest ${settings}`);
  for (const name of players) for (const size of [4, 5]) await send(name, `nex challenge -size=${size} alice ${name}`);
  const [digest] = (await service.live(DAY_MS)).filter(({ subject }) => subject.includes('wait'));
  return { service, digest: digest! };
}

it('shows the first boards as pictures, and the others as tables', async () => {
  const { digest } = await digestOf(['bob', 'carol', 'dave'], 'mail=html');
  expect(digest.subject).toBe('nexpost: 6 boards wait for you');
  const { attachments } = await simpleParser(digest.raw, { skipImageLinks: true });
  expect(attachments.map(({ contentType }) => contentType)).toEqual(Array(limits.picturesInDigest).fill('image/png'));
  expect(digest.html.match(/<picture>/g)).toHaveLength(limits.picturesInDigest);
  expect(digest.html.match(/Write your move/g)).toHaveLength(6);
  expect(new Set(attachments.map(({ cid }) => cid)).size).toBe(limits.picturesInDigest);
});

it('is never too long for its pictures', async () => {
  const bytes = new Uint8Array(15_000).fill(7);
  const raster = { ...stillRaster, png: () => Promise.resolve({ light: bytes, dark: bytes }) };
  const { digest } = await digestOf(['bob', 'carol'], 'mail=html', { raster });
  expect(digest.raw.length).toBeLessThan(limits.mailWithPictures * 1.1);
  expect(digest.html.match(/<picture>/g)).toHaveLength(2);
});

it('begins a mail with a move on each board, and names its page', async () => {
  const { service, digest } = await digestOf(['bob'], 'mail=html');
  const links = [...digest.html.matchAll(/href="(mailto:[^"]+)"/g)].map(
    ([, link = '']) => new URL(link.replaceAll('&amp;', '&')),
  );
  expect(links.map(link => decodeURIComponent(link.searchParams.get('subject') ?? ''))).toEqual([
    'Re: Nex Board 101 alice',
    'Re: Nex Board 102 alice',
  ]);
  expect(digest.text.match(/^On the web: https:\/\/nex\.example\/nex\/10[12]#reply=\S+$/gm)).toHaveLength(2);
  const [, second] = links;
  const moved = await service.deliver({
    from: at('alice'),
    to: decodeURIComponent(second!.pathname),
    subject: 'Re: Nex Board 102 alice',
    body: 'b3,a3',
    unproved: true,
  });
  expect(moved.map(({ subject }) => subject)).toContain('Nex Board 102 bob: your turn');
});

it('has no pictures in a text mail', async () => {
  const { digest } = await digestOf(['bob'], 'mail=text');
  expect(digest.raw).not.toContain('image/png');
  expect(digest.text).toContain('Reply with: nex move 101');
});
