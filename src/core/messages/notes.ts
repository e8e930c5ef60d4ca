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
const writers: { readonly [Kind in Note['kind']]: (context: ComposeContext, message: Of<Kind>) => Written } = {
  chat: (context, message) => ({
    subject: `${title(context, message.match)} chat ${message.match.number} ${message.from}`,
    token: playerToken(context, message.match, message.to),
    text: context.templates.render('chat.txt', {
      ...named(context, message.match),
      from: message.from,
      text: quoted(message.text),
    }),
    thread: playerThread(context, message.match, message.to),
  }),
  removed: (context, message) => ({
    subject: `${title(context, message.match)} board ${message.match.number} has been removed`,
    token: null,
    text: context.templates.render('removed.txt', {
      ...named(context, message.match),
      news: paragraph(tell(context, message.news)),
      by: message.by,
      comment: quoted(message.comment),
    }),
    thread: playerThread(context, message.match, message.to),
  }),
  invitation: (context, message) => invitation(context, message),
  invited: (context, message) => ({
    subject: `${title(context, message.match)} Board ${message.match.number}`,
    token: playerToken(context, message.match, message.to),
    text: context.templates.render('invited.txt', { ...named(context, message.match), hasWords: message.hasWords }),
    thread: [],
  }),
  record: (context, message) => gameRecord(context, message),
  ...accountNotes,
  message: (context, message) => ({
    subject: `Message from ${message.from}`,
    token: null,
    text: context.templates.render('message.txt', { from: message.from, text: quoted(message.text) }),
    thread: [],
  }),
  help: (context, message) => ({
    subject: message.topic === '' ? 'nexpost in one mail' : `nexpost: ${message.topic}`,
    token: null,
    text: helpText(context, message.topic),
    thread: [],
  }),
  games: (context, message) => ({
    subject:
      message.game === null ? 'List of your games' : `List of ${gameOf(context, message.game)?.title ?? ''} games`,
    token: null,
    text: context.templates.render('games.txt', {
      table: table(context, message.rows, message.game === null),
      more: message.more,
      example: exampleOf(message),
    }),
    thread: [],
  }),
  report: (context, message) => ({
    subject: reportSubject(context, message),
    token: message.asksAgain ? context.detail : accountToken(context, context.sender?.userid ?? null, message.to),
    text: context.templates.render('report.txt', {
      done: message.done.map(phrase => paragraph(tell(context, phrase))),
      refused: message.refusedLines
        .slice(0, limits.refusedLinesShown)
        .map(({ line, refused }) => ({ line, why: paragraph(tell(context, refused)) })),
      more: Math.max(0, message.refusedLines.length - limits.refusedLinesShown),
      unread: message.unread,
      waiting: table(context, message.waiting, true),
      undelivered: message.undelivered === '' ? '' : quoted(message.undelivered),
      isEmpty: message.isLost && message.refusedLines.length === 0,
      isLost: message.isLost,
      isKnown: (context.sender?.userid ?? null) !== null,
    }),
    thread: [],
  }),
  unreadable: (context, message) => ({
    subject: 'Your mail to nexpost could not be read',
    token: null,
    text: context.templates.render('unreadable.txt', {
      reason: message.reason,
      limit: Math.floor(message.limit / 1000),
    }),
    thread: [],
  }),
};

export function noteDraft(context: ComposeContext, message: Note): Draft {
  const write = writers[message.kind] as (context: ComposeContext, message: Note) => Written;
  return {
    files: [],
    unsubscribe: null,
    ...write(context, message),
    to: message.to,
    html: null,
    picture: null,
    charge: CHARGES[message.kind] ?? 'answer',
  };
}

const title = (context: ComposeContext, match: MatchRef): string => gameOf(context, match.game)?.title ?? match.game;

const named = (
  context: ComposeContext,
  match: MatchRef,
): { readonly game: string; readonly name: string; readonly number: number } => ({
  game: title(context, match),
  name: match.game,
  number: match.number,
});

function invitation(context: ComposeContext, message: Of<'invitation'>): Written {
  const { game, match } = must(tableAt(context, message.match), 'an invitation is to a board');
  return {
    subject: `${match.challenger} invites you to a game of ${game.title} by email`,
    token: tokenOf(
      { kind: 'seat', match: message.match, player: message.player, address: message.address },
      context.sign,
    ),
    text: context.templates.render('invitation.txt', {
      ...named(context, message.match),
      challenger: match.challenger,
      side: game.seats(match.setup)[message.player]?.title,
      isFirst: message.player === 0,
      options: Object.entries(match.setup)
        .map(([name, value]) => `${name} ${value}`)
        .join(', '),
    }),
    thread: [],
    unsubscribe: 'stop',
  };
}

function gameRecord(context: ComposeContext, message: Of<'record'>): Written {
  const { game, match } = must(tableAt(context, message.match), 'a record is of a board');
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
    text: context.templates.render('record.txt', { title: game.title, number: match.number, file: name, text }),
    thread: [],
    files: [{ name, text }],
  };
}

function tableAt(context: ComposeContext, ref: MatchRef): { readonly game: AnyGame; readonly match: Match } | null {
  const match = context.state.match(ref);
  const game = gameOf(context, ref.game);
  return match === null || game === null ? null : { game, match };
}

/** The token by which a player's answer to this mail is about the board. */
function playerToken(context: ComposeContext, ref: MatchRef, to: Message['to']): string | null {
  const match = context.state.match(ref);
  const player =
    match === null ? -1 : match.players.findIndex(each => to.kind === 'account' && playerName(each) === to.userid);
  if (match === null || player === -1 || to.kind !== 'account') return null;
  const ply = match.record.filter(entry => entry.kind === 'move').length;
  return tokenOf({ kind: 'board', match: ref, player, ply, userid: to.userid }, context.sign);
}

function playerThread(context: ComposeContext, ref: MatchRef, to: Message['to']): readonly string[] {
  const match = context.state.match(ref);
  const player = match?.players.findIndex(each => to.kind === 'account' && playerName(each) === to.userid) ?? -1;
  return match === null ? [] : threadOf(match, player);
}

function reportSubject(context: ComposeContext, message: Of<'report'>): string {
  if (message.isLost) return 'nexpost: no command found';
  if (message.refusedLines.length === 0) return 'nexpost: done';
  if (message.about === 'challenge') return 'Invalid challenge';
  if (typeof message.about === 'object') return `${gameOf(context, message.about.game)?.title ?? ''} error`;
  return 'nexpost: what could not be done';
}

/** A line that would show a board: the first of the list where there is one. */
function exampleOf({ rows, game }: Of<'games'>): string {
  const first = rows[0]?.match ?? { game: game ?? 'nex', number: 101 };
  return `${first.game} show ${first.number}`;
}

/** The table of `games`: pbmserv's, with the name of the game in front where it can differ. */
function table(context: ComposeContext, rows: readonly GameRow[], withGame: boolean): string {
  if (rows.length === 0) return '';
  const status = (phrase: Phrase): string => tell(context, phrase);
  const players = rows.map(row => row.players.join(' - '));
  const width = Math.max(7, ...players.map(text => text.length));
  const game = (text: string): string => (withGame ? text.padEnd(12) : '');
  const head = `${game('Game')}Board Move ${'Players'.padEnd(width)} Status`;
  const rule = `${game('----')}----- ---- ${'-'.repeat(width)} --------------------`;
  const lines = rows.map(
    (row, index) =>
      `${game(title(context, row.match))}${String(row.match.number).padStart(5)} ${String(row.moves).padStart(4)} ${(players[index] ?? '').padEnd(width)} ${status(row.status)}`,
  );
  return [head, rule, ...lines].join('\n');
}

/** Topics with a text of their own. */
const TEXTS: readonly string[] = ['tutorial', 'options', 'settings', 'robots'];

function helpText(context: ComposeContext, topic: string): string {
  const game = gameOf(context, topic);
  if (game !== null) return context.templates.rules(game.name);
  const shown = context.commands.filter(
    command =>
      topic === 'commands' ||
      command.name === topic ||
      command.aliases.includes(topic) ||
      command.name.startsWith(`${topic} `),
  );
  const view = {
    address: `${context.own.local}@${context.own.domain}`,
    games: context.state.games.map(each => ({ name: each.name, title: each.title })),
    hasRobots: context.state.robots.length > 0,
    usual: useridMeant('robot'),
    most: limits.robotBoardsPerPlayer,
    settings: Object.entries(SETTINGS).map(([name, { choices, sentence }]) => ({
      name,
      choices,
      lines: wrap(sentence, 66),
    })),
    options: context.state.games.map(each => ({
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
  return context.templates.render(`${template}.txt`, view);
}
