// Where a mail is cut in two: what stands below `thinking:` is sealed, however the line is written.
import { describe, expect, it } from 'vitest';
import { cutThoughts } from '#core/language/parse-mail.ts';

const SECRET = 'cut at c3';

describe('a line for sealed thoughts', () => {
  it.each([
    ...['thinking:', 'Thinking :', '_thinking_:', '**Thinking:**', '2. thinking:', '1) thinking:', 'a) thinking:', '1️⃣ thinking:', '- thinking:'],
    ...['thinking -', 'thinking —', 'thinking;', 'thinking.', 'thinking    :', 'ｔｈｉｎｋｉｎｇ：', 'thinking∶', 'thin\u00adking:', 'thinking'],
    ...['thiking:', 'think:', 'thoughts:', 'My thoughts:', 'my thinking:', 'thinking (private):', 'sealed thinking:', 'pensando:', '_pensando_:', 'Pensamentos:', 'penso:', 'a pensar:'],
  ])('%s', mark => {
    for (const text of [`b2\nhello\n${mark} ${SECRET}`, `b2\nhello\n${mark}\n${SECRET}`])
      expect(cutThoughts(text), text).toEqual({ above: 'b2\nhello', thoughts: SECRET });
  }); // prettier-ignore

  it.each([
    ...['Thinking about it, that was hard', 'thinking of you', 'I was thinking: lunch?', 'I think: yes', 'thinkable: all', 'What a game', 'Rethinking: no', 'I pensador: x'],
  ])('is not %s', line => {
    expect(cutThoughts(`b2\n${line}`)).toEqual({ above: `b2\n${line}`, thoughts: '' });
  }); // prettier-ignore

  it('is found in linear time', () => {
    const cost = (size: number): number => {
      const begun = process.cpuUsage().user;
      for (const piece of ['\u2028', '.\u2028', '- \u2029', '. ', '(', 'thinking (', '1. ', 'a '])
        cutThoughts(`a\n${piece.repeat(size)}b`);
      return process.cpuUsage().user - begun;
    };
    cost(1_000);
    expect(cost(40_000)).toBeLessThan(40 * cost(4_000) + 50_000);
  });
});
