// The inbox in Chromium: for a newcomer, in every look, with a service that comes back.
import { beforeAll, describe, expect, it } from 'vitest';
import { barriers, LOOKS, overflow, realBrowser } from './browser.ts';
import { box, defer, inboxProgram, mailIn, send, shows, signUp } from './inbox-program.ts';

const browser = realBrowser();
const inbox = inboxProgram(browser);
const address = (): string => inbox.address();

// Alice has a board in her inbox, which is what is looked at below.
beforeAll(async () => {
  const { page } = await inbox.visit(['alice', 'bob']);
  const alice = box(page, 'alice');
  await signUp(alice, 'alice');
  await signUp(box(page, 'bob'), 'bob');
  await alice.getByRole('button', { name: 'nex challenge -size=5 alice bob' }).click();
  await send(alice);
  await shows(alice, 'New Nex Board 101 alice: your turn');
  await alice.getByRole('button', { name: 'Reply' }).click();
  await page.keyboard.type('b3,a3');
  await send(alice);
  await shows(alice, 'Nex Board 101 bob: to move');
  await page.context().close();
});

describe('a newcomer with nothing but a browser', () => {
  it('plays a robot: the first move by a link in the mail, the answer seen as it arrives', async () => {
    const since = performance.now();
    const fresh = await inbox.serve('fresh');
    const { page, complaints } = await browser.visitor();
    await page.goto(fresh.ready.inbox);
    await page.getByRole('button', { name: 'Play as alice@example.test' }).click();
    const alice = box(page, 'alice');
    await signUp(alice, 'alice');
    await alice.getByRole('button', { name: 'nex challenge -size=7 me robot' }).click();
    await send(alice);
    await shows(alice, 'New Nex Board 101 alice: your turn');
    await mailIn(alice).getByRole('link', { name: 'move' }).click();
    // The cursor stands where the move is written.
    await alice.locator('textarea:focus').waitFor();
    await page.keyboard.type('d4,b6');
    await send(alice);
    await mailIn(alice).getByText('alice played d4,b6').or(mailIn(alice).getByText('robot1 played')).first().waitFor();
    console.log(
      `from the start of the program to the first move: ${((performance.now() - since) / 1_000).toFixed(1)} s`,
    );
    await mailIn(alice)
      .getByText(/robot1 played/)
      .first()
      .waitFor();
    // The welcome, the new board, and the answer. Moves against a robot are not echoed.
    expect(await alice.locator('.mails li').count()).toBe(3);
    expect(await alice.locator('.mails button').first().textContent()).toContain('Nex Board 101 alice: your turn');
    expect(complaints).toEqual([]);
    expect((await fresh.terminate()).code).toBe(0);
  });

  it('is told of the inbox where the site begins, and stderr is JSON lines alone', async () => {
    const other = await inbox.serve('told', '--log-level', 'error');
    const { stdout, stderr } = await other.terminate();
    expect(stderr).toBe('');
    const keys = ['ready', 'pid', 'smtp', 'imap', 'http', 'address', 'inbox'];
    expect(Object.keys(JSON.parse(stdout) as object)).toEqual(keys);
    const { page } = await browser.visitor();
    await page.goto(inbox.opened());
    await page.goto(address().replace('/inbox', '/'));
    await page.getByRole('link', { name: 'Inbox', exact: true }).click();
    await page.getByRole('button', { name: 'Play as alice@example.test' }).waitFor();
  });
});

describe('two players side by side', () => {
  it('stand one above the other on a phone', async () => {
    const { page } = await inbox.visit(['alice', 'bob'], { viewport: { width: 390, height: 844 } });
    const [upper, lower] = [(await box(page, 'alice').boundingBox())!, (await box(page, 'bob').boundingBox())!];
    expect([upper.x, upper.y + upper.height <= lower.y]).toEqual([lower.x, true]);
  });
});

it('shows the view that was chosen last, whatever comes when', async () => {
  const { page } = await inbox.visit(['hanna']);
  const hanna = box(page, 'hanna');
  await signUp(hanna, 'hanna');
  const { promise: held, resolve: isThere } = defer();
  await page.route('**/source', async route => {
    await held;
    await route.continue();
  });
  await hanna.locator('.views label:has([value=source])').click();
  await hanna.locator('.views label:has([value=text])').click();
  const source = page.waitForResponse('**/source');
  isThere();
  await (await source).finished();
  await page.waitForTimeout(100);
  expect(await hanna.locator('pre').textContent()).not.toContain('Message-ID');
});

it.each([...LOOKS, ['in Portuguese', { locale: 'pt-PT' }] as const])(
  'has no barriers and nothing beside the screen %s',
  async (_, options) => {
    const { page, complaints } = await browser.visitor(options);
    await page.goto(inbox.opened());
    await page.locator('button[value=alice]').click();
    const alice = box(page, 'alice');
    expect(await barriers(page)).toEqual([]);
    await alice.locator('.mails button').first().click();
    await alice.locator('article').waitFor();
    await alice.locator('.reply').click();
    expect(await barriers(page)).toEqual([]);
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    await alice.locator('.cancel').click();
    for (const view of ['text', 'source']) {
      await alice.locator(`.views label:has([value=${view}])`).click();
      await alice.locator('pre:not(:empty)').waitFor();
      expect(await barriers(page)).toEqual([]);
    }
    expect(complaints).toEqual([]);
  },
);

it('says that the service cannot be read, or that it is gone, and goes on with one that comes back', async () => {
  const { page } = await inbox.visit(['frida']);
  await page.getByLabel('Another name').fill('games');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').getByText('There is no such inbox.').waitFor();
  await inbox.end();
  await page.getByRole('alert').getByText('The server does not answer.').waitFor();
  await inbox.begin();
  await page.getByRole('alert').getByText('The server does not answer.').waitFor({ state: 'hidden' });
  // It has another secret now.
  await signUp(box(page, 'frida'), 'frida');
});
