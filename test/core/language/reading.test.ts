// How mail becomes commands: the four cases, context and comment, what is prose and what is not.
import { HEARING } from '../ear.ts';
import { loadTemplates } from '#adapters/templates/templates.ts';
import { LANGUAGES, say } from '#core/kernel/sentence.ts';
import { describe, expect, it } from 'vitest';
import { games } from '#games/registry/index.ts';
import { commands } from '#core/features.ts';
import { type BoardContext, makeBoardContext } from '#core/mail/mail-sender.ts';
import { parseMail } from '#core/language/parse-mail.ts';

const isUser = (userid: string): boolean => ['alice', 'bob'].includes(userid);
const NEX_101 = makeBoardContext({ game: 'nex', number: 101 }, { ply: 4 });
const HEX_7 = makeBoardContext({ game: 'hex', number: 7 }, { ply: 0 });

/** Commands as `name: line`, refused ones as `!code: line`; then the comment. */
function read(
  subject: string,
  text = '',
  board: BoardContext | null = null,
): { readonly commands: readonly string[]; readonly comment: string; readonly unread: number } {
  const reader = { ...HEARING, commands, games, isUser, board, userid: 'alice', opponents: [] };
  const { statements, comment, unreadCount: unread } = parseMail(subject, text, reader);
  const shown = statements.map(
    ({ command, line, parseResult }) =>
      `${parseResult.ok ? (command?.name ?? '') : `!${parseResult.reason.code}`}: ${line}`,
  );
  return { commands: shown, comment, unread };
}

describe('case (a): the Subject is a command', () => {
  it.each([
    ['nex challenge -size=5 alice bob', 'challenge'],
    ['NEX  Challenge  --size=9x11 ALICE  Bob', 'challenge'],
    ['nex chall alice bob', 'challenge'],
    ['nex challenge \u2013size=5 alice bob', 'challenge'],
    ['Re: nex show 101', 'show'],
    ['AW: WG: [EXT] nex show 101#3', 'show'],
    ['Fwd: RE[4]: help', 'help'],
    ['SV: Antw: help nex', 'help'],
    ['nex move 101 alice secret b3,a3', 'move'],
    ['nex move 101 b3, a3', 'move'],
    ['nex board 101 alice secret Bb3?a3#5', 'move'],
    ['nex mvoe 101 b3,a3', 'move'],
    ['nex move 101 ** b3,a3 **', 'move'],
    ['Re: Nex Board 101 bob b3,a3', 'move'],
    ['Nex Board 101 alice secret b3,a3', 'move'],
    ['change password alice old new', 'change password'],
    ['list', 'games'],
    ['nex list', 'games'],
    ['?', 'help'],
  ])('%s', (subject, name) => {
    const { commands: found, comment } = read(subject, 'Some words.\nMore.');
    expect(found[0]?.split(':')[0]).toBe(name);
    if (!name.startsWith('!')) expect([found.length, comment]).toEqual([1, 'Some words.\nMore.']);
  });

  it('masks the password, only where it stands', () => {
    expect(read('nex move 101 alice secret b3,a3').commands).toEqual(['move: nex move 101 alice *** b3,a3']);
    expect(read('nex resign 101 bob hush').commands).toEqual(['resign: nex resign 101 bob ***']);
    expect(read('change password alice old new').commands).toEqual(['change password: change password alice *** ***']);
  });

  it('takes userid and password without a word behind them as a wish to see the board', () => {
    expect(read('nex move 101 bob secret').commands).toEqual(['move: nex move 101 bob ***']);
    expect(read('nex move 101 bob resign').commands).toEqual(['move: nex move 101 bob resign']);
    expect(read('nex move 101 carol secret b3,a3').commands[0]).toMatch(/^move: /);
  });
});

describe('Subjects of ours give context only', () => {
  it.each([
    'Re: New Nex Board 101 alice',
    'Re: Nex Board 101 bob **',
    'Re: Nex Board 101 Error',
    'Nag: Nex Board 101 bob',
    'Re: New Nex Board 101 alice: your turn',
    'Re: Nex Board 101 bob: to move **',
    'Re: Nex Board 101 bob: your answer, please',
    'Reminder: Nex Board 101 bob: your turn',
    'Re: Nex Board 101: you won',
    'Re: Nex Board 101: bob won **',
    'Re: Nex Board 101: a draw',
    'Re: Nex Board 101: void',
    'RE: Nex chat 101 bob',
    'Re: Nex Board 101',
    'Re: Nex board 101 has been removed',
  ])('%s', subject => {
    expect(read(subject, 'b3,a3\n\nhello', NEX_101)).toEqual({
      commands: ['move: b3,a3'],
      comment: 'hello',
      unread: 0,
    });
  });
});

const texts = loadTemplates(games.map(({ name }) => name));

/** What stands in Subjects for their parts. */
const TYPICAL = {
  ...{ game: 'Nex', number: 101, numbers: '101', count: 2, name: '3 (Cup)', topic: 'time', year: '2026' },
  ...{ userid: 'alice', userids: 'alice', player: 'alice', from: 'alice', robot: 'robot3' },
};

describe('our other Subjects say nothing when they come back', () => {
  it.each([
    ['Re: List of your games', 'show: nex show 101'],
    ['AW: List of Nex games', 'show: nex show 101'],
    ['Re: Welcome to nexpost, alice', 'show: nex show 101'],
    ['Re: nexpost: I could not do this', 'show: nex show 101'],
    ['Re: nexpost in one mail', 'show: nex show 101'],
    ['Re: Invalid challenge', 'show: nex show 101'],
    ['Re: Nex error', 'show: nex show 101'],
  ])('%s', (subject, command) => expect(read(subject, 'nex show 101').commands).toEqual([command]));

  it('and a reply to a message goes to its writer alone', () => {
    expect(read('Re: Message from bob', 'for you only')).toEqual({
      commands: ['message: message bob'],
      comment: 'for you only',
      unread: 0,
    });
  });

  it('whatever the service writes', () => {
    const filled = LANGUAGES.flatMap(language => {
      const { sentences } = texts[language];
      const codes = Object.keys(sentences).filter(code => code.startsWith('subject-'));
      return codes.map(code => say(sentences, { code, parts: TYPICAL }));
    });
    expect(filled.length).toBeGreaterThan(8);
    for (const subject of filled)
      expect(read(`Re: ${subject}`, 'nex show 101').commands.at(0), subject).toMatch(
        /^(?:show: nex show 101|message: message alice)$/,
      );
  });
});

describe('case (b): every line is a command', () => {
  it('up to end or a signature, unknown ones reported', () => {
    const text = 'nex show 101\n\nnex shwo 101\nhello\nhex games\nend\nnex resign 101';
    expect(read('multiple', text).commands).toEqual([
      'show: nex show 101',
      '!command-unknown-near: nex shwo …',
      '!command-unknown: hello',
      'games: hex games',
    ]);
    expect(read('', 'help\n--\nAlice').commands).toEqual(['help: help']);
    expect(read('Good morning', 'help').commands).toEqual(['help: help']);
  });

  it('stops at fifty', () => {
    const { commands: found, unread } = read('multiple', 'help\n'.repeat(70));
    expect([found.length, unread]).toEqual([50, 20]);
  });

  it('reports a Subject that was to be a command, when there is nothing else', () => {
    expect(read('nex chalenge bob').commands).toEqual(['!command-unknown-near: nex chalenge …']);
    expect(read('').commands).toEqual([]);
  });
});

describe('case (c): a reply to a board', () => {
  it.each<[string, string, readonly string[], string]>([
    ['the move alone', 'b3,a3', ['move: b3,a3'], ''],
    ['capitals, blanks, a dot', ' B3 , A3. ', ['move: B3 , A3.'], ''],
    ['nexC form', 'Bb3?a3', ['move: Bb3?a3'], ''],
    ['its number behind it', 'b3,a3#5', ['move: b3,a3#5'], ''],
    ['a comment below a blank line', 'b3,a3\n\nresign yourself', ['move: b3,a3'], 'resign yourself'],
    ['prose right below', 'b3,a3\nWell met!\nb4,c4', ['move: b3,a3'], 'Well met!\nb4,c4'],
    ['prose first', 'Hello!\n\nb3,a3\n\nBye.', ['move: b3,a3'], 'Hello!\n\n\nBye.'],
    ['two commands', 'b3,a3\nshow', ['move: b3,a3', 'show: show'], ''],
    [
      'a command word that opens a sentence',
      'resign from the club I will not',
      ['!everyday-leave: resign from the club I will not'],
      'resign from the club I will not',
    ],
    ['help that is prose', 'help yourself to tea', [], 'help yourself to tea'],
    ['help to think, which is asked about', 'help me think', [], 'help me think'],
    ['help that is asked for', 'help me, please', ['help: help me, please'], ''],
    ['games that are prose', 'games are fun', [], 'games are fun'],
    ['a message that is prose', 'message from my sister', [], 'message from my sister'],
    ['show a player', 'show bob', ['show: show bob'], ''],
    ['show that is prose', 'show me what you can', [], 'show me what you can'],
    ['swap is one word', 'Swap!', ['swap: Swap!'], ''],
    ['resign with a dot', 'resign.', ['resign: resign.'], ''],
    ['a look back', 'show#3', ['show: show#3'], ''],
    ['the long form', 'nex move 101 b3,a3', ['move: nex move 101 b3,a3'], ''],
    ['the long form, wrong', 'nex move 101', ['!command-usage: nex move 101'], ''],
    ['help', 'help nex', ['help: help nex'], ''],
    ['chat', 'chat\n\nHow are you?', ['chat: chat'], 'How are you?'],
    ['nothing', 'Let me think about it.', [], 'Let me think about it.'],
  ])('%s', (_, text, expected, comment) => {
    expect(read('Re: Nex Board 101 alice', text, NEX_101)).toEqual({ commands: expected, comment, unread: 0 });
  });

  it('knows a move by the game of the board', () => {
    expect(read('Re: Hex Board 7 alice', 'f6', HEX_7).commands).toEqual(['move: f6']);
    expect(read('', 'f6').commands).toEqual(['!command-unknown: f6']);
  });
});

describe('options', () => {
  it.each([
    ['nex challenge -size=40 alice bob', 'option-value'],
    ['nex challenge -size alice bob', 'option-missing-value'],
    ['nex challenge -size=5 -size=6 alice bob', 'option-twice'],
    ['nex challenge -colour=red alice bob', 'option-unknown'],
    ['nex challenge -swap=maybe alice bob', 'option-value'],
    ['nex challenge -swap=on -swap=off alice bob', 'option-value'],
    ['hex challenge -endgame=neto alice bob', 'option-unknown'],
  ])('%s', (subject, code) => {
    expect(read(subject).commands).toEqual([`!${code}: ${subject}`]);
  });
});
