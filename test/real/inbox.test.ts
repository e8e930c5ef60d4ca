// The inbox in Chromium: two players side by side, everything by keyboard, without JavaScript.
import { describe, expect, it } from 'vitest';
import { realBrowser } from './browser.ts';
import { box, defer, inboxProgram, mailIn, send, shows, signUp } from './inbox-program.ts';

const browser = realBrowser();
const inbox = inboxProgram(browser);
const address = (): string => inbox.address();

describe('two players side by side', () => {
  it('challenge and answer each other, each mail there as it arrives', async () => {
    const { page, complaints } = await browser.visitor({ viewport: { width: 1440, height: 900 } });
    await page.goto(inbox.opened());
    await page.getByRole('button', { name: 'Play as alice@example.test' }).click();
    const alice = box(page, 'alice');
    await signUp(alice, 'alice');
    await page.getByRole('button', { name: 'Also play as bob@example.test' }).click();
    const bob = box(page, 'bob');
    await signUp(bob, 'bob');
    const [left, right] = [(await alice.boundingBox())!, (await bob.boundingBox())!];
    expect([left.y, left.x + left.width <= right.x]).toEqual([right.y, true]);
    await alice.getByRole('button', { name: 'nex challenge -size=5 alice bob' }).click();
    await send(alice);
    await shows(alice, 'New Nex Board 101 alice: your turn');
    await page.getByText('bob has a new mail from nexpost: New Nex Board 101 alice: to move').waitFor();
    await alice.getByRole('button', { name: 'Reply' }).click();
    const text = alice.getByRole('textbox', { name: 'Text' });
    expect(await text.inputValue()).toMatch(
      /^\n\nOn .* nexpost <games@example\.test> wrote:\n> Nex board 101: your turn/,
    );
    await page.keyboard.type('b3,a3');
    await send(alice);
    await page.getByText('bob has a new mail from nexpost: Nex Board 101 bob: your turn').waitFor();
    // Beside another mailbox there is room for the list or for a mail.
    await bob.getByRole('button', { name: 'Mails' }).click();
    await bob
      .locator('.mails')
      .getByText(/^Nex Board 101 bob: your turn/)
      .click();
    await shows(bob, 'Nex Board 101 bob: your turn');
    await mailIn(bob).getByText('alice played b3,a3').first().waitFor();
    await page.reload();
    await box(page, 'bob').waitFor();
    // A board is one line, with its newest mail. The search finds all.
    const lines = box(page, 'alice').locator('.mails li');
    expect(await lines.count()).toBe(2);
    await box(page, 'alice').getByRole('searchbox').fill('board 101');
    expect(await lines.allTextContents()).toEqual([
      expect.stringContaining('Nex Board 101 bob: to move'),
      expect.stringContaining('New Nex Board 101 alice: your turn'),
    ]);
    expect(complaints).toEqual([]);
  });

  it('begin their mails on the page of the board, by pointing and by typing', async () => {
    const { page, complaints } = await inbox.visit(['ida', 'jan'], { viewport: { width: 1440, height: 900 } });
    for (const name of ['ida', 'jan']) await signUp(box(page, name), name);
    await box(page, 'ida').getByRole('button', { name: 'nex challenge -size=5 ida jan' }).click();
    await send(box(page, 'ida'));
    await shows(box(page, 'ida'), /^New Nex Board \d+ ida: your turn/);
    const number = /Board (\d+)/.exec((await box(page, 'ida').locator('h3').first().textContent())!)![1]!;
    for (const [name, next, choose] of [
      [
        'ida',
        'jan',
        async () => {
          for (const spot of ['c3', 'b4']) await page.locator(`.spot[value=${spot}]`).click();
        },
      ],
      [
        'jan',
        'ida',
        async () => {
          await page.locator('#move').fill('d2,a1');
          await page.keyboard.press('Enter');
        },
      ],
    ] as const) {
      await page.goto(address().replace('/inbox', `/nex/${number}`));
      await choose();
      await page.getByText(`${name} plays`).waitFor();
      await page.locator('#send').getByRole('link', { name: 'Send' }).click();
      // The inbox has the mail begun.
      await send(box(page, name));
      await shows(box(page, name), `Nex Board ${number} ${next}: to move`);
    }
    expect(complaints).toEqual([]);
  });
});

it('everything is done by keyboard alone', async () => {
  const { page, complaints } = await browser.visitor();
  await page.goto(inbox.opened());
  const tabTo = async (name: string | RegExp): Promise<void> => {
    for (let presses = 0; presses < 60; presses++) {
      const isThere = await page.locator(':focus').getByText(name).or(page.locator(':focus').and(page.getByLabel(name))).count(); // prettier-ignore
      if (isThere > 0) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`no Tab leads to ${String(name)}`);
  };
  await tabTo('Another name');
  await page.keyboard.type('Carol@example.test');
  await page.keyboard.press('Enter');
  const carol = box(page, 'carol');
  await carol.waitFor();
  await tabTo('signup carol');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await shows(carol, 'Welcome to nexpost, carol');
  await tabTo('help');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await shows(carol, 'nexpost in one mail');
  await carol.locator('.mails button').first().focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await shows(carol, 'Welcome to nexpost, carol');
  // Where the mail is read, reading goes on.
  expect(await page.locator(':focus').textContent()).toBe('Welcome to nexpost, carol');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.keyboard.type('help nex');
  await page.keyboard.press('Control+Enter');
  await shows(carol, /nex/i);
  expect(complaints).toEqual([]);
});

it('keeps what is begun while another mail is on its way', async () => {
  const { page } = await inbox.visit(['gina']);
  const gina = box(page, 'gina');
  const { promise: held, resolve: isSent } = defer();
  await page.route('**/send', async route => {
    await held;
    await route.continue();
  });
  await gina.getByRole('button', { name: 'help', exact: true }).click();
  await send(gina);
  await gina.getByRole('button', { name: 'signup gina' }).click();
  isSent();
  // The answer opens by itself if it comes after the word that the mail is sent.
  await gina.locator('.mails button').click();
  await shows(gina, 'nexpost in one mail');
  expect(await gina.getByLabel('Subject').inputValue()).toBe('signup gina');
});

it('measures no board whose page has only begun to load', async () => {
  const { page, complaints } = await inbox.visit(['hal', 'ina']);
  for (const name of ['hal', 'ina']) await signUp(box(page, name), name);
  await box(page, 'hal').getByRole('button', { name: 'nex challenge -size=5 hal ina' }).click();
  await send(box(page, 'hal'));
  await box(page, 'hal').frameLocator('iframe.board').locator('#next-move').waitFor();
  // At first the document of a page has no root element.
  await page.evaluate(`for (const { contentDocument } of document.querySelectorAll('iframe.board'))
    contentDocument.documentElement.remove();
    dispatchEvent(new Event('resize'));`);
  expect(complaints).toEqual([]);
});

it('says so without JavaScript', async () => {
  const { page } = await browser.visitor({ javaScriptEnabled: false });
  await page.goto(inbox.opened());
  expect(await page.locator('noscript').innerText()).toMatch(/^The inbox needs JavaScript\./);
  expect(await page.locator('#chooser').isVisible()).toBe(false);
  await page.locator('noscript a').click();
  expect(page.url()).toBe(address().replace('/inbox', '/#connect'));
});
