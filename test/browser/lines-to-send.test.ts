// What the board page sends by mail, sent to the service: moves are played, lines are prepared as they were tried.
import { beforeEach, describe, expect, it } from 'vitest';
import { findGame } from '#games/registry/index.ts';
import { createRandom } from '#games/kit/random.ts';
import { courseOf, type PlayedGame, type Exploration } from '#browser/board/course.ts';
import { parseExploration } from '#browser/board/fragment.ts';
import { listLinesToSend, moveToSend } from '#browser/board/lines-to-send.ts';
import { limits } from '#core/kernel/limits.ts';
import { formatMailto } from '#core/mail/mailto.ts';
import { lab, type Lab, type Received } from '#test/service/lab.ts';
import { randomCourse } from './exploring.ts';

const setup = { size: '5x5', endgame: 'neto' };
const nex = findGame('nex')!;
const course: PlayedGame = courseOf(nex, setup, ['c3,b2', 'd4,e5'])!;
const tried = (...lines: readonly string[]): Exploration =>
  parseExploration(course, [...lines.map(line => `line=${line}`), 'at=1.1'].join('&'), 2);

const cells = ['a3', 'a4', 'a5', 'b1', 'b3', 'b4', 'b5', 'c1', 'c2', 'c4', 'c5', 'd1', 'd2', 'd3', 'd5'];

let club: Lab;
const send = (name: string, subject: string, body = ''): Promise<readonly Received[]> =>
  club.write(name, subject, body);

beforeEach(async () => {
  club = lab();
  for (const name of ['alice', 'bob']) await send(name, `signup ${name}`);
  await send('alice', 'nex challenge -size=5 alice bob');
  await send('alice', 'nex move 101 c3,b2');
  await send('bob', 'nex move 101 d4,e5');
});

describe('lines to send', () => {
  it('play the move and prepare what was tried behind it', async () => {
    const exploration = tried('2/a1,a2/b1,b3/c1,c2', '2/a1,a2/b4,b5/d1,d2');
    expect(moveToSend(exploration)).toBe('a1,a2#3');
    const [own] = listLinesToSend(exploration, setup);
    expect(own).toEqual({ side: 'Black', seat: 0, lines: ['a1,a2#3', 'if b1,b3 then c1,c2', 'if b4,b5 then d1,d2'] });
    await send('alice', 'Re: Nex Board 101', `${own!.lines.join('\n')}\n`);
    const answers = await send('bob', 'nex move 101 b4,b5');
    expect(answers.map(({ text }) => text).join('\n')).toContain('d1,d2');
    expect((await send('bob', 'nex show 101')).map(({ text }) => text).join('\n')).toContain('5 d1,d2 (Auto)');
  });

  it('prepare answers of the side that waits', async () => {
    const exploration = tried('2/a1,a2/b1,b3/c1,c2/d1,d2', '2/b4,b5/a4,a5');
    expect(listLinesToSend(exploration, setup).find(({ side }) => side === 'White')?.lines).toEqual([
      'if a1,a2 then b1,b3 if c1,c2 then d1,d2',
      'if b4,b5 then a4,a5',
    ]);
    await send('bob', 'Re: Nex Board 101', 'if a1,a2 then b1,b3 if c1,c2 then d1,d2\nif b4,b5 then a4,a5\n');
    await send('alice', 'nex move 101 b4,b5');
    expect((await send('alice', 'nex show 101')).map(({ text }) => text).join('\n')).toContain('a4,a5');
  });

  it('leave out what contradicts, what has no answer, and what is too much', () => {
    const white = (...lines: readonly string[]): readonly string[] =>
      listLinesToSend(tried(...lines), setup).find(({ side }) => side === 'White')?.lines ?? [];
    expect(white('2/a1,a2/b1,b3', '2/a1,a2/b1,b4')).toEqual(['if a1,a2 then b1,b3']);
    expect(white('2/a1,a2')).toEqual([]);
    expect(white('2/a1,a2/b1,b3/c1,c2', '2/a1,a2/b1,b3')).toEqual(['if a1,a2 then b1,b3']);
    expect(white('1/a1,a2/b1,b3')).toEqual([]);
    const many = cells.flatMap(cell => ['e1', 'e2', 'e3'].map(own => `2/${own},${cell}/a1,a2`));
    expect(white(...many.slice(0, 40))).toHaveLength(limits.preparedAnswers);
  });

  it('are as many as the service takes', async () => {
    const many = cells.flatMap(cell => ['e1', 'e2', 'e3'].map(own => `2/${own},${cell}/a1,a2`));
    const [white] = listLinesToSend(tried(...many.slice(0, 40)), setup).filter(({ side }) => side === 'White');
    const [answer] = await send('bob', 'Re: Nex Board 101', `${white!.lines.join('\n')}\n`);
    expect(answer!.subject).not.toContain('Error');
    expect(answer!.text.match(/^Prepared: if /gm)).toHaveLength(limits.preparedAnswers);
  });

  it('are short enough for every mail program, and read as they are meant', async () => {
    await send('bob', 'nexos challenge -players=2 bob alice');
    const nexos = findGame('nexos')!;
    const { moves, positions } = randomCourse(nexos, { players: '2' }, 24, createRandom(5));
    const start: PlayedGame = { game: nexos, moves: [], positions: positions.slice(0, 1) };
    const [own, waiting] = listLinesToSend(parseExploration(start, `line=0/${moves.join('/')}&at=1.1`, 0), {
      players: '2',
    });
    for (const { lines } of [own!, waiting!])
      for (const line of lines) expect(line.length, line).toBeLessThanOrEqual(72);
    const [answer] = await send('alice', 'Re: Nexos Board 101', `${waiting!.lines.join('\n')}\n`);
    const whole = moves.map((move, i) => `${i % 2 === 0 ? 'if' : 'then'} ${move}`).join(' ');
    expect(answer!.text.replace(/\s+/g, ' ')).toContain(`Prepared: ${whole} `);
    const answers = await send('bob', 'Re: Nexos Board 101', `${own!.lines.join('\n')}\n`);
    expect(answers.map(({ subject }) => subject).join()).not.toContain('Error');
    expect((await send('bob', 'nexos show 101')).map(({ text }) => text).join()).toContain(`${moves.at(-1)} (Auto)`);
  });

  it('are none where the game is over, or four play', () => {
    const over = courseOf(findGame('hex')!, { size: '2x2' }, ['a1', 'a2', 'b1'])!;
    expect(listLinesToSend(parseExploration(over, 'line=1/b1/a2', 1), { size: '2x2' })).toEqual([]);
    const four = courseOf(findGame('nexos')!, { players: '4' }, [])!;
    expect(listLinesToSend(parseExploration(four, 'line=0/e20/u20&at=1.1', 0), { players: '4' })).toEqual([]);
  });

  it('stand in a link as a mail program reads it', () => {
    const href = formatMailto(
      'games+b.nex101.0.2.k3x9@example.test',
      'Re: Nex Board 101',
      'a1,a2#3\r\nif b1,b3 then c1,c2\r\n',
    );
    expect(href).toBe(
      'mailto:games%2Bb.nex101.0.2.k3x9@example.test?subject=Re%3A%20Nex%20Board%20101' +
        '&body=a1%2Ca2%233%0D%0Aif%20b1%2Cb3%20then%20c1%2Cc2%0D%0A',
    );
  });
});
