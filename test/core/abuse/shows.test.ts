// Mails that ask for many boards: nothing is written that may not be sent, and one mail shows a bounded number of boards.
import { describe, expect, it } from 'vitest';
import { games } from '#games/registry/index.ts';
import { loadTemplates } from '#adapters/templates/templates.ts';
import { limits } from '#core/kernel/limits.ts';
import { DAY_MS } from '#core/kernel/time.ts';
import type { Templates, TemplatesByLanguage } from '#core/writing/mail-plan.ts';
import { type Lab, lab } from '#test/service/lab.ts';
import { ALICE, signedUp } from './attack.ts';

/** A lab that counts the boards it writes as text. */
function countBoards(): { readonly service: Lab; readonly written: () => number } {
  let written = 0;
  const counting = (each: Templates): Templates => ({
    ...each,
    render: (template, view) => {
      if (template === 'board.txt') written += 1;
      return each.render(template, view);
    },
  });
  const known = loadTemplates(games.map(({ name }) => name));
  const all = Object.entries(known).map(([language, each]) => [language, counting(each)]);
  return { service: lab({ templates: Object.fromEntries(all) as TemplatesByLanguage }), written: () => written };
}

const SHOW = 'hex show alice all\n';

async function withBoards(count: number): Promise<ReturnType<typeof countBoards>> {
  const counted = countBoards();
  await signedUp(counted.service, 'alice');
  const body = 'hex challenge -size=5 alice alice\n'.repeat(count);
  await counted.service.deliver({ from: ALICE, subject: 'boards', body });
  return counted;
}

describe('lines that show boards', () => {
  it('are written once for a stranger, and not at all once the answers of the day are used', async () => {
    const { service, written } = await withBoards(5);
    for (let n = 0; n < limits.strangerAnswersPerDay + 2; n++) {
      const before = written();
      const mails = await service.deliver({
        from: 'eve@else.test',
        subject: 'x',
        body: SHOW.repeat(n + 2),
        unproved: true,
      });
      const isAnswered = n < limits.strangerAnswersPerDay;
      expect([mails.length, written() - before]).toEqual(isAnswered ? [1, 1] : [0, 0]);
    }
  });

  it('show a bounded number of boards a mail, and say so in the lines that come too late', async () => {
    const { service, written } = await withBoards(8);
    const before = written();
    const mails = await service.deliver({
      from: ALICE,
      subject: 'x',
      body: `${SHOW.repeat(3)}hex show 101\nhex games alice\n`,
    });
    expect(mails.filter(({ subject }) => subject.includes('Board'))).toHaveLength(8);
    expect(written() - before).toBe(8);
    const report = mails
      .filter(({ subject }) => !subject.includes('Board'))
      .map(({ text }) => text)
      .join(' ')
      .replace(/\s+/g, ' ');
    expect(report).toContain(`can show at most ${limits.boardsShownPerMail} boards`);
    expect(mails.some(({ text }) => text.includes('101'))).toBe(true);
  });
});

describe('boards with oneself', () => {
  const running = async ({ store }: Lab): Promise<number> => (await store.list('running/game/hex', null, 500)).length;

  it.each([
    ['challenges in one mail', 'hex challenge -size=5 alice alice\n'.repeat(50)],
    ['copies of a board', `hex challenge -size=5 alice alice\n${'hex challenge -from=101 alice alice\n'.repeat(49)}`],
    ['pairs', 'hex challenge --pair -size=5 alice alice\n'.repeat(20)],
  ])('count against the limit of a day: %s', async (_, body) => {
    const service = lab();
    await signedUp(service, 'alice', 'bob');
    const mails = await service.write(ALICE, 'multiple', body);
    expect(await running(service)).toBe(limits.challengesPerOpponent);
    expect(mails.at(-1)?.text.replace(/\s+/g, ' ')).toContain('boards with yourself today, which is the limit');
    await service.write(ALICE, 'hex challenge -size=5 alice bob');
    expect(await running(service)).toBe(limits.challengesPerOpponent + 1);
    service.pass(DAY_MS);
    await service.write(ALICE, 'hex challenge -size=5 alice alice');
    expect(await running(service)).toBe(limits.challengesPerOpponent + 2);
  });
});
