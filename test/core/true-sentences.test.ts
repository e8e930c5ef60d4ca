// Sentences that are true for their reader, and lead to the next line.
import { describe, expect, it } from 'vitest';
import { DAY_MS } from '#core/kernel/time.ts';
import { type Lab, lab, type Received } from '#test/service/lab.ts';

const [ALICE, BOB] = ['alice@example.test', 'bob@example.test'];

async function begun(options = '-size=4'): Promise<{ readonly service: Lab; readonly board: Received }> {
  const service = lab();
  for (const name of ['alice', 'bob']) await service.write(`${name}@example.test`, `signup ${name}`);
  const mails = await service.write(ALICE, `hex challenge ${options} alice bob`);
  return { service, board: mails.find(({ to }) => to.includes(ALICE))! };
}

const textOf = (mails: readonly Received[], address: string): string =>
  mails
    .filter(({ to }) => to.includes(address))
    .map(({ text }) => text.replace(/\s+/g, ' '))
    .join('\n');

describe('the last reminder', () => {
  it('threatens no loss at a board that will only be removed', async () => {
    const { service } = await begun();
    const told = textOf(await service.live(21 * DAY_MS), ALICE);
    expect(told).toContain("Last reminder: if you don't move by then, the challenge ends and the board is removed.");
    expect(told).not.toContain('you lose this game');
    expect(told).toContain('Hex board 101 has been removed. You did not answer in time');
  });

  it('says what a player loses who has moved', async () => {
    const { service } = await begun();
    await service.write(ALICE, 'hex move 101 a1');
    await service.write(BOB, 'hex move 101 b2');
    expect(textOf(await service.live(21 * DAY_MS), ALICE)).toContain("if you don't move by then, you lose this game");
  });
});

it('an offer and a move of the reader are told with `you`', async () => {
  const { service } = await begun();
  const mails = await service.write(ALICE, 'hex move 101 a1');
  expect(textOf(mails, ALICE)).toContain('You played a1: a black stone on a1.');
  expect(textOf(mails, BOB)).toContain('alice played a1: a black stone on a1.');
  const offers = await service.write(ALICE, 'hex draw 101');
  expect(textOf(offers, ALICE)).toContain('You offered a draw. It lapses if somebody moves before bob answers.');
  expect(textOf(offers, BOB)).toContain('alice offers a draw. Please reply `accept` or `reject`.');
});

it.each([
  ['set view=words', "The setting view can't be 'words'. Did you mean `set board=words`?"],
  ['set view=on', 'It can be fixed, own.'],
  ['games', 'You have no such games yet. To start one'],
])('%s is answered with the line that does it', async (subject, answer) => {
  const service = lab();
  await service.write(ALICE, 'signup alice');
  const told = textOf(await service.write(ALICE, subject), ALICE);
  expect(told.toLowerCase()).toContain(answer.toLowerCase());
  expect(told).not.toContain('hex show 101');
});

it.each(['will', 'robot', 'm1', 'hex'])('the userid that is offered in place of %s can be had', async name => {
  const service = lab();
  const [, other = ''] = /How about (\S+)\?/.exec(textOf(await service.write(ALICE, `signup ${name}`), ALICE)) ?? [];
  expect((await service.write(ALICE, `signup ${other}`))[0]?.subject).toBe(`Welcome to nexpost, ${other}`);
});

describe('a mail with a result', () => {
  const MOVES = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'b3', 'b4', 'c1', 'c2', 'c3', 'c4', 'd1'];

  it('shows the board before a long list of moves, and links what can be replied', async () => {
    const { service } = await begun();
    for (const [index, move] of MOVES.slice(0, -1).entries())
      await service.write(index % 2 === 0 ? ALICE : BOB, `hex move 101 ${move}`);
    const mail = (await service.write(ALICE, 'hex move 101 d1')).find(({ to }) => to.includes(ALICE));
    const [text = '', html = ''] = [mail?.text, mail?.html];
    expect(text).toMatch(/Congratulations[^]+d\\ +[^]+ 11 c3/);
    expect(html).toMatch(/Congratulations[^]+<img [^]+ 11 c3/);
    expect(html).toMatch(/For another game, reply <a href="mailto:[^"]+body=rematch[^"]*">rematch<\/a>/);
    expect(html).not.toContain('`');
  });
});

it('the rules of a game have plain headings', async () => {
  const service = lab();
  const [mail] = await service.write(ALICE, 'help nex');
  expect(mail?.text).toContain('Start a game\n------------');
  expect(mail?.text).not.toMatch(/^#/m);
});
