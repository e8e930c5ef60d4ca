// A year in games: what the command tells, and what the first digest of a year adds.
import { describe, expect, it } from 'vitest';
import { DAY_MS } from '#core/kernel/time.ts';
import { clubOf } from '#test/service/lab.ts';

const flat = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** alice plays bob and carol: she wins three games at Hex, the second one after more moves, and loses one at Y. It is November 2026. */
async function playFour() {
  const { club, send } = await clubOf(['alice', 'bob', 'carol']);
  const ask = async (from: string, line: string): Promise<string> => {
    const mails = await send(from, line);
    return flat(mails.find(({ to }) => to.includes(`${from}@example.test`))?.text ?? '');
  };
  for (const [number, other, moves] of [
    [101, 'bob', ['a1', 'b2', 'c1']],
    [102, 'bob', ['a1', 'b2', 'c1', 'd1', 'd2']],
    [103, 'carol', ['a1', 'b2']],
  ] as const) {
    await send('alice', `hex challenge -size=4 alice ${other}`);
    for (const [at, move] of moves.entries()) await send(at % 2 === 0 ? 'alice' : other, `hex move ${number} ${move}`);
    await send(other, `hex resign ${number}`);
    club.pass(3_600_000);
  }
  await send('alice', 'y challenge -size=5 alice bob');
  await send('alice', 'y move 101 c3');
  await send('bob', 'y move 101 d4');
  await send('alice', 'y resign 101');
  return { club, send, ask };
}

describe('year', () => {
  it('tells results by game, people, the best win, the longest run and the longest game', async () => {
    const { ask } = await playFour();
    expect(await ask('alice', 'year')).toMatch(
      new RegExp(
        [
          '^Your year 2026: you finished 4 games\\.',
          'Hex: 3 won, 0 drawn, 0 lost\\.',
          'Y: 0 won, 0 drawn, 1 lost\\.',
          'You met 2 people\\.',
          'Your best win: against (?:bob|carol), with a rating of 1500 then, on Hex board 10[13]\\. `hex show 10[13]` shows it\\.',
          'Your longest run of wins: 3 games\\.',
          'Your longest game: Hex board 102, with 5 moves\\. `hex show 102` shows it\\.$',
        ].join(' '),
      ),
    );
    expect(await ask('carol', 'year')).toBe(
      'Your year 2026: you finished one game. Hex: 0 won, 0 drawn, 1 lost. You met one person. Your longest game: Hex board 103, with 2 moves. `hex show 103` shows it.',
    );
  });

  it('is the last one in January, and another one by its number', async () => {
    const { club, ask } = await playFour();
    expect(await ask('alice', 'year 2025')).toContain('no game that you finished in 2025');
    club.pass(45 * DAY_MS);
    expect(await ask('alice', 'year')).toContain('Your year 2026: you finished 4 games.');
    expect(await ask('alice', 'year 2027')).toContain('no game that you finished in 2027');
    club.pass(31 * DAY_MS);
    expect(await ask('alice', 'year')).toContain('no game that you finished in 2027');
    expect(await ask('alice', 'year 2026')).toContain('you finished 4 games');
    expect(await ask('alice', 'year 26')).toContain('write this command like this');
  });

  it('counts neither tutorials nor games against oneself, and no robot as a person', async () => {
    const { send, ask } = await playFour();
    await send('carol', 'hex challenge -size=4 carol carol');
    await send('carol', 'hex resign 104');
    expect(await ask('carol', 'year')).toContain('you finished one game.');
    await send('carol', 'hex challenge -size=4 carol robot0');
    await send('carol', 'hex move 105 a1');
    await send('carol', 'hex resign 105');
    expect(await ask('carol', 'year')).toMatch(/you finished 2 games\..*You met one person\./);
  });
});

describe('the first digest of a year', () => {
  const YEAR = 'Your year 2026: you finished';

  it.each([
    ['alice', true],
    ['carol', false],
  ])('of %s tells of the year once, if there were three games', async (name, isTold) => {
    const { club, send } = await playFour();
    await send(name, 'set per=digest');
    await send('bob', `y challenge -size=5 --days=90 ${name} bob`);
    const december = await club.live(5 * DAY_MS);
    expect(december.filter(({ subject }) => subject.includes('waits for you')).length).toBeGreaterThan(0);
    expect(december.filter(({ text }) => text.includes(YEAR))).toEqual([]);
    const later = (await club.live(60 * DAY_MS)).filter(({ text }) => text.includes(YEAR));
    expect(later).toHaveLength(isTold ? 1 : 0);
    for (const { to, subject, html } of later) {
      expect(to).toEqual([`${name}@example.test`]);
      expect(subject).toMatch(/waits? for you/);
      expect(html).toContain('Your longest run of wins: 3 games.');
    }
  });

  it('is of its reader’s language', async () => {
    const { club, send } = await playFour();
    await send('alice', 'set per=digest language=pt');
    await send('bob', 'y challenge -size=5 --days=90 alice bob');
    const told = (await club.live(65 * DAY_MS)).filter(({ text }) => text.includes('O teu ano de 2026'));
    expect(told).toHaveLength(1);
    expect(flat(told[0]!.text)).toContain('Jogaste com 2 pessoas.');
  });
});
