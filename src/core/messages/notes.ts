// The mails that are words alone: help, lists, accounts, messages, reports.
import type { AnyGame } from '#games/game.ts';
import { must } from '#games/kit/assert.ts';
import type { Phrase } from '#games/kit/refusal.ts';
import { useridMeant } from '../identity/robots.ts';
import { SETTINGS } from '../accounts/settings.ts';
import type { GameRow, Message } from './message.ts';
import { limits } from '../limits.ts';
import { playerName, matchStateOf } from '../matches/match.ts';
import type { Match, MatchRef } from '../state/documents.ts';
import { tokenOf } from '../identity/token.ts';
import { type ComposeContext, type Draft, gameOf, tell, threadOf } from './compose-context.ts';
import { accountNotes, accountToken, type Note, type Of, type Written } from './account-notes.ts';
import { paragraph, quoted, wrap } from './text.ts';

/** Notes to somebody who may not have written to us; and what an account's owner must know, whoever caused it. */
const CHARGES: Partial<Readonly<Record<Note['kind'], Draft['charge']>>> = {
  invitation: 'unasked',
  'confirm-address': 'unasked',
  'confirm-mail': 'unasked',
  alert: 'free',
  operator: 'free',
};

/** One way to write each kind of note. */
const writers: { readonly [Kind in Note['kind']]: (desk: ComposeContext, letter: Of<Kind>) => Written } = {
  chat: (desk, letter) => ({
    subject: `${title(desk, letter.match)} chat ${letter.match.number} ${letter.from}`,
    token: playerToken(desk, letter.match, letter.to),
    text: desk.stationery.render('chat.txt', {
      ...named(desk, letter.match),
      from: letter.from,
      text: quoted(letter.text),
    }),
    thread: playerThread(desk, letter.match, letter.to),
  }),
  removed: (desk, letter) => ({
    subject: `${title(desk, letter.match)} board ${letter.match.number} has been removed`,
    token: null,
    text: desk.stationery.render('removed.txt', {
      ...named(desk, letter.match),
      news: paragraph(tell(desk, letter.news)),
      by: letter.by,
      comment: quoted(letter.comment),
    }),
    thread: playerThread(desk, letter.match, letter.to),
  }),
  invitation: (desk, letter) => invitation(desk, letter),
  invited: (desk, letter) => ({
    subject: `${title(desk, letter.match)} Board ${letter.match.number}`,
    token: playerToken(desk, letter.match, letter.to),
    text: desk.stationery.render('invited.txt', { ...named(desk, letter.match), hasWords: letter.hasWords }),
    thread: [],
  }),
  record: (desk, letter) => gameRecord(desk, letter),
  ...accountNotes,
  message: (desk, letter) => ({
    subject: `Message from ${letter.from}`,
    token: null,
    text: desk.stationery.render('message.txt', { from: letter.from, text: quoted(letter.text) }),
    thread: [],
  }),
  help: (desk, letter) => ({
    subject: letter.topic === '' ? 'nexpost in one mail' : `nexpost: ${letter.topic}`,
    token: null,
    text: helpText(desk, letter.topic),
    thread: [],
  }),
  games: (desk, letter) => ({
    subject: letter.game === null ? 'List of your games' : `List of ${gameOf(desk, letter.game)?.title ?? ''} games`,
    token: null,
    text: desk.stationery.render('games.txt', {
      table: table(desk, letter.rows, letter.game === null),
      more: letter.more,
      example: exampleOf(letter),
    }),
    thread: [],
  }),
  report: (desk, letter) => ({
    subject: reportSubject(desk, letter),
    token: letter.asksAgain ? desk.detail : accountToken(desk, desk.sender?.userid ?? null, letter.to),
    text: desk.stationery.render('report.txt', {
      done: letter.done.map(phrase => paragraph(tell(desk, phrase))),
      refused: letter.refusedLines
        .slice(0, limits.refusedLinesShown)
        .map(({ line, refused }) => ({ line, why: paragraph(tell(desk, refused)) })),
      more: Math.max(0, letter.refusedLines.length - limits.refusedLinesShown),
      unread: letter.unread,
      waiting: table(desk, letter.waiting, true),
      undelivered: letter.undelivered === '' ? '' : quoted(letter.undelivered),
      isEmpty: letter.isLost && letter.refusedLines.length === 0,
      isLost: letter.isLost,
      isKnown: (desk.sender?.userid ?? null) !== null,
    }),
    thread: [],
  }),
  unreadable: (desk, letter) => ({
    subject: 'Your mail to nexpost could not be read',
    token: null,
    text: desk.stationery.render('unreadable.txt', { reason: letter.reason, limit: Math.floor(letter.limit / 1000) }),
    thread: [],
  }),
};

export function noteDraft(desk: ComposeContext, letter: Note): Draft {
  const write = writers[letter.kind] as (desk: ComposeContext, letter: Note) => Written;
  return {
    files: [],
    unsubscribe: null,
    ...write(desk, letter),
    to: letter.to,
    html: null,
    picture: null,
    charge: CHARGES[letter.kind] ?? 'answer',
  };
}

const title = (desk: ComposeContext, match: MatchRef): string => gameOf(desk, match.game)?.title ?? match.game;

const named = (
  desk: ComposeContext,
  match: MatchRef,
): { readonly game: string; readonly name: string; readonly number: number } => ({
  game: title(desk, match),
  name: match.game,
  number: match.number,
});

function invitation(desk: ComposeContext, letter: Of<'invitation'>): Written {
  const { game, match } = must(tableAt(desk, letter.match), 'an invitation is to a board');
  return {
    subject: `${match.challenger} invites you to a game of ${game.title} by email`,
    token: tokenOf({ kind: 'seat', match: letter.match, player: letter.player, address: letter.address }, desk.sign),
    text: desk.stationery.render('invitation.txt', {
      ...named(desk, letter.match),
      challenger: match.challenger,
      side: game.seats(match.setup)[letter.player]?.title,
      isFirst: letter.player === 0,
      options: Object.entries(match.setup)
        .map(([name, value]) => `${name} ${value}`)
        .join(', '),
    }),
    thread: [],
    unsubscribe: 'stop',
  };
}

function gameRecord(desk: ComposeContext, letter: Of<'record'>): Written {
  const { game, match } = must(tableAt(desk, letter.match), 'a record is of a board');
  const { extension, write } = must(game.record, 'only games with records are asked for one');
  const { position, holders } = matchStateOf(game, match);
  const text = write(
    position,
    holders.map(holder => playerName(match.players[holder])),
  );
  const name = `${game.name}-${match.number}.${extension}`;
  return {
    subject: `${game.title} file ${match.number}`,
    token: null,
    text: desk.stationery.render('record.txt', { title: game.title, number: match.number, file: name, text }),
    thread: [],
    files: [{ name, text }],
  };
}

function tableAt(desk: ComposeContext, ref: MatchRef): { readonly game: AnyGame; readonly match: Match } | null {
  const match = desk.world.document('match', `${ref.game}/${ref.number}`);
  const game = gameOf(desk, ref.game);
  return match === null || game === null ? null : { game, match };
}

/** The token by which a player's answer to this mail is about the board. */
function playerToken(desk: ComposeContext, ref: MatchRef, to: Message['to']): string | null {
  const match = desk.world.document('match', `${ref.game}/${ref.number}`);
  const player =
    match === null ? -1 : match.players.findIndex(each => to.kind === 'account' && playerName(each) === to.userid);
  if (match === null || player === -1 || to.kind !== 'account') return null;
  const ply = match.record.filter(entry => entry.kind === 'move').length;
  return tokenOf({ kind: 'board', match: ref, player, ply, userid: to.userid }, desk.sign);
}

function playerThread(desk: ComposeContext, ref: MatchRef, to: Message['to']): readonly string[] {
  const match = desk.world.document('match', `${ref.game}/${ref.number}`);
  const player = match?.players.findIndex(each => to.kind === 'account' && playerName(each) === to.userid) ?? -1;
  return match === null ? [] : threadOf(match, player);
}

function reportSubject(desk: ComposeContext, letter: Of<'report'>): string {
  if (letter.isLost) return 'nexpost: no command found';
  if (letter.refusedLines.length === 0) return 'nexpost: done';
  if (letter.about === 'challenge') return 'Invalid challenge';
  if (typeof letter.about === 'object') return `${gameOf(desk, letter.about.game)?.title ?? ''} error`;
  return 'nexpost: what could not be done';
}

/** A line that would show a board: the first of the list where there is one. */
function exampleOf({ rows, game }: Of<'games'>): string {
  const first = rows[0]?.match ?? { game: game ?? 'nex', number: 101 };
  return `${first.game} show ${first.number}`;
}

/** The table of `games`: pbmserv's, with the name of the game in front where it can differ. */
function table(desk: ComposeContext, rows: readonly GameRow[], withGame: boolean): string {
  if (rows.length === 0) return '';
  const status = (phrase: Phrase): string => tell(desk, phrase);
  const players = rows.map(row => row.players.join(' - '));
  const width = Math.max(7, ...players.map(text => text.length));
  const game = (text: string): string => (withGame ? text.padEnd(12) : '');
  const head = `${game('Game')}Board Move ${'Players'.padEnd(width)} Status`;
  const rule = `${game('----')}----- ---- ${'-'.repeat(width)} --------------------`;
  const lines = rows.map(
    (row, index) =>
      `${game(title(desk, row.match))}${String(row.match.number).padStart(5)} ${String(row.moves).padStart(4)} ${(players[index] ?? '').padEnd(width)} ${status(row.status)}`,
  );
  return [head, rule, ...lines].join('\n');
}

/** Topics with a text of their own. */
const TEXTS: readonly string[] = ['tutorial', 'options', 'settings', 'robots'];

function helpText(desk: ComposeContext, topic: string): string {
  const game = gameOf(desk, topic);
  if (game !== null) return desk.stationery.rules(game.name);
  const shown = desk.commands.filter(
    command =>
      topic === 'commands' ||
      command.name === topic ||
      command.aliases.includes(topic) ||
      command.name.startsWith(`${topic} `),
  );
  const view = {
    address: `${desk.own.local}@${desk.own.domain}`,
    games: desk.world.games.map(each => ({ name: each.name, title: each.title })),
    hasRobots: desk.world.robots.length > 0,
    usual: useridMeant('robot'),
    most: limits.robotBoardsPerPlayer,
    settings: Object.entries(SETTINGS).map(([name, { choices, sentence }]) => ({
      name,
      choices,
      lines: wrap(sentence, 66),
    })),
    options: desk.world.games.map(each => ({
      name: each.name,
      options: each.options.map(option => ({ ...option, lines: wrap(option.sentence, 70) })),
    })),
    commands: shown.map(({ usage, summary, aliases }) => {
      const more = aliases.length === 0 ? '' : ` (also: ${aliases.join(', ')})`;
      return {
        usage,
        summary: wrap(summary + more, 70)
          .map(line => `      ${line}`)
          .join('\n'),
      };
    }),
  };
  const template = topic === '' ? 'help' : TEXTS.includes(topic) ? topic : 'commands';
  return desk.stationery.render(`${template}.txt`, view);
}
