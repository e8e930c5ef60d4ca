// Words of a command line against the table of a verb.
import { expect, it } from 'vitest';
import { PORT, createVerb, parseCommandLine } from '#cli/shell/command-line.ts';

const OPTIONS = {
  data: { kind: 'text', value: 'DIR', default: './data', sentence: 'the folder' },
  port: { kind: PORT, sentence: 'a port' },
  level: { kind: ['low', 'high'], default: 'low', sentence: 'how much' },
  setup: { kind: 'lines', sentence: 'a command' },
  text: { kind: 'flag', isNeeded: true, sentence: 'for people' },
} as const;

it('tells names, options of a game and options of the verb apart', () => {
  const words = ['nex', '-size=5', '-some-option', '--data', '-x', '--setup=a', '--setup', 'b', '--text', '--json'];
  expect(parseCommandLine(words, OPTIONS)).toEqual({
    names: ['nex'],
    given: [
      ['size', '5'],
      ['some-option', true],
    ],
    values: { data: '-x', port: null, level: 'low', setup: ['a', 'b'], text: true },
  });
});

it.each([
  [['--data'], '--data needs a value.'],
  [['--data='], '--data needs a value.'],
  [['--level', 'mid'], "--level cannot be 'mid': it may be low, high."],
  [['--text=yes'], "--text cannot be 'yes': it takes no value."],
  [['--port', '70000'], "--port is a number from 0 to 65535, not '70000'."],
  [['--colour=red'], "'--colour' is no option of this verb."],
  [['-5'], "'-5' is no option of this verb."],
])('refuses %j', (words, why) => {
  expect(() => parseCommandLine(words, OPTIONS)).toThrow(why);
});

it('prints the usage from the table', () => {
  const { usage } = createVerb({
    name: 'try',
    takes: 'FILE',
    options: OPTIONS,
    help: '',
    run: () => Promise.resolve(0),
  });
  expect(usage).toBe('nexpost try FILE [--data DIR] [--port N] [--level low|high] [--setup TEXT] … --text');
});
