// A network says the same in Chromium as in Node, to the last bit.
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openNetwork } from '#engines/network/network.ts';
import { decodeWeights } from '#engines/network/weights.ts';
import { games } from '#games/registry/index.ts';
import { cellMapOf } from '#games/kit/cell-view.ts';
import { createRandom } from '#games/kit/random.ts';
import { realBrowser } from './browser.ts';

const root = join(import.meta.dirname, '..', '..');
const browser = realBrowser();

/** The function below is sent to the browser as a text, and so takes all it needs as an argument. */
const kit = { games, cellMapOf, random: createRandom, openNetwork, decodeWeights };

/** The judgements of a network of Hex along a game by chance on each of these boards. */
function judgementsOf(file: Uint8Array, by: typeof kit): readonly string[] {
  const network = by.openNetwork(by.decodeWeights(file));
  const hex = by.games.find(({ name }) => name === 'hex')!;
  return ['4', '7', '11'].map(size => {
    const rng = by.random(Number(size));
    const setup = hex.setup([['size', size]]);
    let position = hex.start(setup.ok ? setup.value : {});
    const map = by.cellMapOf(hex.picture(position, { seat: null }));
    const said: string[] = [];
    while (hex.outcome(position) === null) {
      const { value, cells } = network.evaluate(map, hex.cellView!.featurePlanes(position));
      said.push([value, ...cells].join());
      position = hex.play(position, hex.randomMove(position, rng));
    }
    return said.join(' ');
  });
}

/** The rooms of package.json, as a browser reads them. */
const PAGE = `<!doctype html><title>network</title><link rel="icon" href="data:,">
<script type="importmap">{ "imports": { "#games/": "/games/", "#engines/": "/src/engines/" } }</script>
<script type="module">
  import { games } from '#games/registry/index.ts';
  import { cellMapOf } from '#games/kit/cell-view.ts';
  import { createRandom as random } from '#games/kit/random.ts';
  import { openNetwork } from '#engines/network/network.ts';
  import { decodeWeights } from '#engines/network/weights.ts';
  const file = await (await fetch('/hex.net')).arrayBuffer();
  window.said = (${judgementsOf.toString()})(new Uint8Array(file), { games, cellMapOf, random, openNetwork, decodeWeights });
</script>`;

const network = readFileSync(join(root, 'games', 'hex', 'network.net'));

function answerTo(path: string): readonly [type: string, content: string | Buffer] {
  if (path === '/') return ['text/html', PAGE];
  if (path === '/hex.net') return ['application/octet-stream', network];
  return ['text/javascript', readFileSync(join(root, 'dist', path.replace(/\.ts$/, '.js')))];
}

let server: Server;

beforeAll(async () => {
  server = createServer(({ url = '/' }, response) => {
    const [type, content] = answerTo(url);
    response.setHeader('content-type', type).end(content);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => new Promise(resolve => server.close(resolve)));

it('judges as it does here', async () => {
  const { page, complaints } = await browser.visitor();
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  const there = await page.waitForFunction<readonly string[] | undefined>('window.said');
  expect(await there.jsonValue()).toEqual(judgementsOf(network, kit));
  expect(complaints).toEqual([]);
});
