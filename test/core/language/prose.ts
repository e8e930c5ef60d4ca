// What a line of prose does as the first line of a reply, at a board of every game: nothing.
import { games } from '#games/registry/index.ts';
import { commands } from '#core/features.ts';
import { makeBoardContext } from '#core/mail/mail-sender.ts';
import { HEARING } from '../ear.ts';
import { parseMail } from '#core/language/parse-mail.ts';

/** Commands that only show something, and chat, which is sent whatever stands behind it. */
const SHOWING = new Set(
  'chat show help games stats set settings tournament privacy hint analyse tutorial robots seek list'.split(' '),
);

/** What it would do, as `game: command`; refused lines do nothing, nor `move` before what is none. */
export const deedsOf = (line: string): readonly string[] =>
  games.flatMap(({ name, title, looksLikeMove }) => {
    const board = makeBoardContext({ game: name, number: 101 }, { ply: 0 });
    const reader = {
      ...HEARING,
      commands,
      games,
      board,
      isUser: (userid: string) => userid === 'alice',
      userid: 'alice',
      opponents: [],
    };
    const { statements } = parseMail(`Re: ${title} Board 101 alice`, line, reader);
    return statements.flatMap(({ parseResult, command }) =>
      parseResult.ok && !SHOWING.has(command?.name ?? '') && (command?.name !== 'move' || looksLikeMove(line))
        ? [`${name}: ${command?.name ?? 'nothing'}`]
        : [],
    );
  });
