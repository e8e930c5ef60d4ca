// Reading a reply takes time in proportion to its length, whatever is in it: told by CPU time, and so in the long run alone.
import { describe, expect, it } from 'vitest';
import { limits } from '#core/kernel/limits.ts';
import { extractNewText } from '#core/mail/reply.ts';
import { ATTRIBUTION, OWN } from './quoted-mail.ts';

/** CPU milliseconds, the least of five: what else the machine does cannot make it less. */
function cost(text: string): number {
  return Math.min(
    ...[1, 2, 3, 4, 5].map(() => {
      const before = process.cpuUsage();
      extractNewText(text);
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1_000;
    }),
  );
}

describe('the work grows with the text and no faster', () => {
  const hostile: Record<string, string> = {
    'On ': 'On ',
    colons: 'a:\n',
    headers: 'From: a\n',
    'broken headers': 'From: a@b.c\nb\n',
    quotes: '>\n',
    'quotes and text': '> a\nb\n',
    attributions: `${ATTRIBUTION}\n`,
    'halves of attributions': 'On 1.1.2026 10:02\n<a@b.c>\n',
    underscores: `${'_'.repeat(30)}\n`,
    'angle brackets': `On ${'<'.repeat(900)}:\n`,
    times: `${'1:11 '.repeat(190)}:\n`,
    blanks: `${' '.repeat(990)}x\n`,
    'sent from': `${'sent from '.repeat(95)}\n`,
    signatures: '--\n',
    'our mails': `${OWN}\n`,
    'empty lines': '\n',
    stars: `${'*_'.repeat(450)}:\n`,
  };
  it.each(Object.entries(hostile))('%s', (_, piece) => {
    const of = (size: number): string => piece.repeat(Math.ceil(size / piece.length)).slice(0, size);
    cost(of(8_192));
    // Eight times the text may cost eight times as much, with as much for noise; quadratic work would cost 64 times.
    expect(cost(of(limits.textLength))).toBeLessThan(40 * Math.max(cost(of(limits.textLength / 8)), 2));
  });
});
