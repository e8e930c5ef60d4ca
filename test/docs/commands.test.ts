// docs/commands.md is made of the command records; run with `-u` to write it anew.
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readSentences } from '#adapters/templates/templates.ts';
import { SHAPES } from '#core/players/settings.ts';
import { commands } from '#core/features.ts';
import { type Command, type Scope, scopeOf } from '#core/language/command.ts';
import { limits } from '#core/kernel/limits.ts';
import { summaryCode } from '#core/features/help/index.ts';
import { say } from '#core/kernel/sentence.ts';

const root = join(import.meta.dirname, '..', '..');

const told = (code: string): string => say(readSentences(), { code, parts: limits });
const large = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const BY = {
  anyone: 'Anybody may give it.',
  account: 'For players: a mail of yours, a reply to one of our mails, or userid and password in the line.',
  owner:
    'For players, and a reply to a board is not proof enough: mail it yourself, or reply to another mail of the service.',
};

function wordsFor({ name, aliases = [], minLetters }: Command): string {
  const short = minLetters === undefined ? [] : [name.slice(0, minLetters)];
  const others = [...aliases, ...short].map(word => `\`${word}\``).join(', ');
  return others === '' ? '' : ` Also: ${others}.`;
}

const section = (command: Command): string =>
  [
    `### ${command.name}`,
    '',
    ...command.usage.split(/ {3}or {3}/).map(usage => `    ${usage}`),
    '',
    `${large(told(summaryCode(command)))}.${wordsFor(command)}`,
    `Example: \`${command.example}\`.`,
    `${BY[command.permission]}${command.inReply === true ? ' In a reply to a board mail, game and board may be left out.' : ''}`,
  ].join('\n');

const settings = (): readonly string[] =>
  SHAPES.map(([name, shape]) => `* \`${name}=${shape}\`: ${told(`set-${name}`)}`);

const inScope = (scope: Scope): readonly string[] =>
  commands.filter(command => scopeOf(command) === scope).map(section);

const page = [
  '# Commands',
  'This page is made of the command records of `src/core/` by `test/docs/commands.test.ts`.\nWhat mails are like and how a game goes is in [playing.md](playing.md).',
  'A command is the Subject of a mail; in a reply to a board mail it is the first line. Several go\ninto one mail with the Subject `multiple`, one a line. `board` stands for its number, `me` for yourself.',
  '## At a board, and about a game',
  'They stand behind the name of the game: `nex show 101`.',
  ...inScope('game'),
  '## Everything else',
  ...inScope('server'),
  '## Settings',
  '`set` alone mails you yours; `set board=words view=own` changes some.',
  settings().join('\n'),
].join('\n\n');

it('docs/commands.md tells of every command as it is', async () => {
  await expect(`${page}\n`).toMatchFileSnapshot(join(root, 'docs', 'commands.md'));
});
