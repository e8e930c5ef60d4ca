// Words that every object of JavaScript knows are words like others, wherever a player writes them.
import { expect, it } from 'vitest';
import { commands } from '#core/features.ts';
import { SETTINGS } from '#core/players/settings.ts';
import { scopeOf } from '#core/language/command.ts';
import { sample } from '#test/sample.ts';
import { lab } from '../service/lab.ts';

const WORDS = ['constructor', '__proto__', 'toString', 'hasOwnProperty'];
const GAMES = ['nex', 'hexafive', 'nexos'];

/** Every option that a usage names, and some that none does. */
const optionsIn = (usage: string): readonly string[] => [
  ...new Set([...usage.matchAll(/--?([a-z]+)/g)].map(([, name = '']) => name)),
  ...['kind', 'size', 'players', 'nagtime', 'rated', 'constructor'],
];

/** `tournament open -kind=…`: the words that a usage names are tried before options. */
const wordsIn = (usage: string): readonly string[] => [...new Set(usage.match(/(?<![-<[=])\b[a-z]{3,}\b(?!>)/g))];

const callsOf = (call: string, usage: string, word: string): readonly string[] => [
  ...[`${call} ${word}`, `${call} 101 ${word}`, `${call} ${word} ${word}`],
  ...['', ...wordsIn(usage)].flatMap(verb =>
    optionsIn(usage).map(option => `${call} ${verb} -${option}=${word} alice bob`),
  ),
];

function* linesOf(word: string): Iterable<string> {
  for (const { name, usage } of commands)
    for (const game of scopeOf({ usage }) === 'game' ? GAMES : [''])
      yield* callsOf(`${game} ${name}`.trim(), usage, word);
  for (const name of [...Object.keys(SETTINGS), word]) yield `set ${name}=${word}`;
  yield `${word} challenge alice bob`;
  yield `help ${word}`;
  yield word;
}

it.each(sample(WORDS, 2))('%s breaks no mail', async word => {
  const service = lab();
  for (const name of ['alice', 'bob']) await service.write(name, `signup ${name}`);
  await service.write('alice', 'nex challenge -size=5 alice bob');
  const lines = [...linesOf(word)];
  for (let n = 0; n < lines.length; n += 40) {
    await service.write('bob', 'multiple', lines.slice(n, n + 40).join('\n'));
    service.pass(3_600_000);
  }
  expect(service.log.filter(line => /failed|put-aside|broken/.test(line))).toEqual([]);
});

it('constructor is no kind of tournament', async () => {
  const service = lab();
  await service.write('bob', 'signup bob');
  const [answer] = await service.write('bob', 'nex tournament open -kind=constructor');
  expect(answer!.text.replace(/\s+/g, ' ')).toContain('can be: round-robin');
});
