// Sending from the board in the inbox in Chromium: what is asked before, what stays meanwhile, and what is shown afterwards.
import { describe, expect, it } from 'vitest';
import { realBrowser } from './browser.ts';
import { PHONE, box, defer, inboxProgram, openBoard, shows, signUp } from './inbox-program.ts';

const inbox = inboxProgram(realBrowser());

it('says what is missing of a move that was begun', async () => {
  const { page } = await inbox.visit(['ben']);
  await signUp(box(page, 'ben'), 'ben');
  const board = await openBoard(box(page, 'ben'), 'nex challenge -size=4 ben ben', /^New Nex Board \d+/);
  const told = board.locator('#send-told');
  const usual = await told.textContent();
  await board.locator('.spot[value="b2"]').click();
  expect(await told.textContent()).toBe('Now choose the cell for the grey stone.');
  await board.locator('.spot[value="b2"]').click();
  expect(await told.textContent()).toBe(usual);
});

it('keeps a tried move that words go before, and says that it is not sent', async () => {
  const { page, complaints } = await inbox.visit(['kai', 'kit']);
  for (const name of ['kit', 'kai']) await signUp(box(page, name), name);
  const board = await openBoard(box(page, 'kai'), 'hex challenge -size=4 kai kit', /^New Hex Board \d+/);
  await board.locator('.spot[value="b2"]').click();
  await board.getByRole('button', { name: 'Message' }).click();
  const words = board.getByLabel('Your words');
  // Without words nothing goes, and they are asked for.
  await board.getByRole('button', { name: 'Send', exact: true }).click();
  await board.locator('#message-text:focus').waitFor();
  await words.fill('Good luck!');
  await board.getByRole('button', { name: 'Send', exact: true }).click();
  // The mail that brings the words opens, and may come before the page says that they are sent.
  await shows(box(page, 'kai'), /^Hex chat \d+ kai/);
  await board
    .locator('#send-told')
    .getByText(/Your move: b2\. Send it\?$/)
    .waitFor();
  expect(complaints).toEqual([]);
});

describe('before a move is sent', () => {
  it.each([
    ['on a desk', 'bea', {}],
    ['on a phone', 'cal', PHONE],
  ] as const)(
    '%s a click on a tried stone takes it back, and no sentence moves the button',
    async (_, name, options) => {
      const { page, complaints } = await inbox.visit([name], options);
      await signUp(box(page, name), name);
      const board = await openBoard(box(page, name), `nex challenge -size=4 ${name} ${name}`, /^New Nex Board \d+/);
      const [field, button] = [board.locator('#move'), board.locator('#send')];
      const place = await button.boundingBox();
      for (const cell of ['b2', 'c3']) await board.locator(`.spot[value=${cell}]`).click();
      await board.getByText('Your move: b2,c3').waitFor();
      expect(await button.boundingBox()).toEqual(place);
      await board.locator('.spot[value=c3]').click();
      expect([await field.inputValue(), await board.locator('#take-back').isVisible()]).toEqual(['b2', false]);
      await field.fill('b2,b2');
      await field.press('Enter');
      await board.locator('#refusal').getByText('b2 twice').waitFor();
      expect(await button.boundingBox()).toEqual(place);
      await field.fill('b2,c3');
      await field.press('Enter');
      // Back to before the first tried move, over the look ahead.
      for (const cell of ['a1', 'a2', 'b2']) await board.locator(`.spot[value=${cell}]`).click();
      expect([await field.inputValue(), await board.locator('#take-back').isVisible()]).toEqual(['c3', false]);
      expect(complaints).toEqual([]);
    },
  );

  it('a move on its way is not taken back', async () => {
    const { page } = await inbox.visit(['dan']);
    await signUp(box(page, 'dan'), 'dan');
    const board = await openBoard(box(page, 'dan'), 'hex challenge -size=4 me robot1', /^New Hex Board \d+/);
    const gate = defer();
    await page.route('**/act', async route => {
      await gate.promise;
      await route.abort();
    });
    await board.locator('.spot[value=b2]').click();
    await board.getByRole('button', { name: 'Send', exact: true }).click();
    await board.getByText('Sent. Waiting').waitFor();
    expect(await board.locator('#take-back').isVisible()).toBe(false);
    await board.locator('.spot[value=b2]').click();
    expect(await board.locator('#status').textContent()).toContain('Tried out, move 1.');
    gate.resolve();
    await board.getByText('Not sent: the server does not answer').waitFor();
    await board.getByRole('button', { name: 'Take back' }).click();
    await board.locator('#status').getByText('your turn, dan.').waitFor();
  });
});

describe('what happens while something is on its way', () => {
  it('leaves what is tried as it is, in whatever order answers come', async () => {
    const { page, complaints } = await inbox.visit(['dov']);
    await signUp(box(page, 'dov'), 'dov');
    const board = await openBoard(box(page, 'dov'), 'hex challenge -size=4 dov dov', /^New Hex Board \d+/);
    const [told, steps] = [board.locator('#send-told'), board.locator('#steps')];
    const sendButton = board.getByRole('button', { name: 'Send', exact: true });
    /** Holds the next answers of an address back, each until it is let go. */
    const hold = async (address: string, count: number): Promise<readonly (() => void)[]> => {
      const gates = Array.from({ length: count }, defer);
      const waiting = [...gates];
      await page.route(address, async route => {
        const gate = waiting.shift();
        const response = await route.fetch();
        await gate?.promise;
        return route.fulfill({ response });
      });
      return gates.map(gate => gate.resolve);
    };
    // The mail is there before the page knows that the move is sent.
    const [sent] = await hold('**/act', 1);
    await board.locator('.spot[value="b2"]').click();
    await sendButton.click();
    await steps.getByText('move 1 of 1').waitFor();
    await board.locator('.spot[value="c3"]').click();
    await told.getByText('Your move: c3').waitFor();
    sent!();
    await told.getByText(/^Done\. .* Your move: c3\. Send it\?$/).waitFor();
    // The answer to sending and the mail both lead to the newer board.
    const [first, second] = await hold('**/hex/*/play', 2);
    await sendButton.click();
    await box(page, 'dov').locator('.opening').getByText('You played c3').waitFor();
    first!();
    await steps.getByText('move 2 of 2').waitFor();
    await board.locator('.spot[value="d4"]').click();
    await told.getByText(/Your move: d4/).waitFor();
    second!();
    await page.unrouteAll({ behavior: 'wait' });
    await told.getByText(/Your move: d4/).waitFor();
    expect(complaints).toEqual([]);
  });

  it('an answer that comes first takes the place of the word that the mail is sent', async () => {
    const { page, complaints } = await inbox.visit(['gil'], PHONE);
    const own = box(page, 'gil');
    await signUp(own, 'gil');
    const gate = defer();
    await page.route('**/inbox/gil/send', async route => {
      const response = await route.fetch();
      await gate.promise;
      await route.fulfill({ response });
    });
    const board = await openBoard(own, 'hex challenge -size=4 gil gil', /^New Hex Board \d+/);
    const place = await board.locator('#send').boundingBox();
    gate.resolve();
    // The composer is there until the mail is sent.
    await own.getByRole('form').waitFor({ state: 'detached' });
    expect([await own.locator('.told').textContent(), await board.locator('#send').boundingBox()]).toEqual(['', place]);
    expect(complaints).toEqual([]);
  });

  it('a click as a mail arrives does not take its right to send', async () => {
    const { page, complaints } = await inbox.visit(['flo']);
    // A click writes the address before the page hears of the mail's.
    await page.addInitScript({
      content: `addEventListener('hashchange', () => location.pathname.endsWith('/play') && history.replaceState(null, '', location.pathname))`,
    });
    await page.reload();
    await signUp(box(page, 'flo'), 'flo');
    const board = await openBoard(box(page, 'flo'), 'hex challenge -size=4 flo flo', /^New Hex Board \d+/);
    for (const [ply, cell] of ['b2', 'c3'].entries()) {
      await board.locator(`.spot[value="${cell}"]`).click();
      await board.getByRole('button', { name: 'Send', exact: true }).click();
      await board
        .locator('#steps')
        .getByText(`move ${ply + 1} of`)
        .waitFor();
    }
    expect(complaints).toEqual([]);
  });
});

it('sends the move that ends the game, and then shows the board as it is', async () => {
  const { page, complaints } = await inbox.visit(['wim']);
  await signUp(box(page, 'wim'), 'wim');
  const board = await openBoard(box(page, 'wim'), 'hex challenge -size=2 wim wim', /^New Hex Board \d+/);
  for (const [ply, cell] of ['a1', 'a2', 'b1'].entries()) {
    await board.locator(`.spot[value="${cell}"]`).click();
    // A look ahead is no part of what is sent.
    if (ply === 0) await board.locator('.spot[value="b2"]').click();
    await board.getByRole('button', { name: 'Send', exact: true }).click();
    await board
      .locator('#steps')
      .getByText(`move ${ply + 1} of ${ply + 1}`)
      .waitFor();
    await board.locator('#take-back').waitFor({ state: 'hidden' });
  }
  await board
    .locator('#status')
    .getByText(/ won\. /)
    .waitFor();
  expect(complaints).toEqual([]);
});
