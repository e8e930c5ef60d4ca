// The golden sessions, had everybody set Portuguese: no word of English is told.
import { describe, expect, it } from 'vitest';
import { replay, session, sessions } from '#test/core/replay-session.ts';
import { sample } from '#test/sample.ts';
import { lab } from '#test/service/lab.ts';
import { testSettings } from '#test/service/ports.ts';
import { englishIn } from './walk.ts';

/**
 * Words of players are indented, examples of commands stand in a first column, the line of options is the same in all languages,
 * and the log is told by a hash.
 */
const SAME =
  /^ {3,}.*$|^[a-z]\S*(?: \S+)* {2,}|^Opções:(?:[^.]|\.\d)*\.$|^(?:<game>|[a-z-]+) [^.]*[<[|].*$|^Registo dos jogos: .*$/gm;

/** Words of commands, names of settings and options, of game files, and a userid of the sessions. */
const TYPED: ReadonlySet<string> = new Set([
  'move',
  'draw',
  'board',
  'mail',
  'game',
  'then',
  'players',
  'Player',
  'nobody',
  // A name that somebody asks for.
  'from',
]);

describe('golden sessions, had everybody set Portuguese', () => {
  const { templates } = testSettings();
  for (const name of sample(sessions, 8)) {
    it(`${name.replace('.session', '').replaceAll('-', ' ')} is told without a word of English`, async () => {
      const { mails } = await replay(session(name), lab({ templates: { ...templates, en: templates.pt } }));
      const english = mails.flatMap(each => {
        const words = englishIn(each.text.replace(SAME, '')).filter(word => !TYPED.has(word));
        return words.length === 0 ? [] : [`${each.subject}: ${words.join(' ')}`];
      });
      expect(english).toEqual([]);
    });
  }
});
