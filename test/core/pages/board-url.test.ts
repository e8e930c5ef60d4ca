// Board mails name the page of their board, where there is one that their reader can look at.
import { expect, it } from 'vitest';
import { lab } from '#test/service/lab.ts';

const webUrl = 'https://games.example.org';
const [alice, bob] = ['alice@example.test', 'bob@example.test'];

it('is named in the text and in the HTML, unless somebody at the board wants no page', async () => {
  const club = lab({ webUrl });
  for (const from of [alice, bob]) await club.write(from, `signup ${from.split('@')[0]}`);
  const [board] = await club.write(alice, 'hex challenge -size=3 alice bob');
  // With what answers this mail, and nobody else's: the page begins its reader's mails.
  expect(board!.text).toMatch(
    /\nOn the web: https:\/\/games\.example\.org\/hex\/101#reply=b\.hex101\.0\.0\.[a-z0-9]+\n/,
  );
  expect(board!.html).toMatch(
    /<a href="https:[^"]*\/hex\/101#reply=b\.hex101\.0\.0\.[a-z0-9]+">https:[^<#]*\/hex\/101</,
  );
  // Where there is nothing to answer there is nothing to answer with.
  await club.write(alice, 'hex move 101 a1');
  await club.write(bob, 'hex move 101 a2');
  const [ended] = await club.write(bob, 'hex resign 101');
  expect(ended!.text).toContain(`\nOn the web: ${webUrl}/hex/101\n`);
  await club.write('carol', 'signup carol');
  const [seen] = await club.write('carol', 'hex show 101');
  expect(seen!.text).toContain(`\nOn the web: ${webUrl}/hex/101\n`);
  await club.write(alice, 'hex challenge -size=3 alice bob');
  const [hidden] = await club.write(alice, 'hex challenge -size=3 -web=off alice bob');
  expect(hidden!.text).not.toContain(webUrl);
  await club.write(bob, 'set web=off');
  const [moved] = await club.write(alice, 'hex move 102 b2');
  expect(moved!.text + moved!.html).not.toContain(webUrl);
});

it('is not named where the pages cannot be reached from outside', async () => {
  const club = lab();
  for (const from of [alice, bob]) await club.write(from, `signup ${from.split('@')[0]}`);
  const [board] = await club.write(alice, 'hex challenge -size=3 alice bob');
  expect(board!.text).not.toContain('On the web');
});
