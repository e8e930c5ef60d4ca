// The feature `records`: files of one game, or of all games of a player.
import { nameBoard } from '#core/board/match.ts';
import { separateGames } from '#core/board/acts/list.ts';
import { sendRecord } from '#core/board/acts/show.ts';
import { type DataRequest, type ListName, type MatchRef, matchKey } from '#core/kernel/documents.ts';
import { limits } from '#core/kernel/limits.ts';
import { refused } from '#core/kernel/refusal.ts';
import { type Command, createBoardCommand } from '#core/language/command.ts';
import { type CommandContext, type Decision, allow, deny, sendMail, takeCharges } from '#core/players/decision.ts';
import { chargeAccount, createDayRule } from '#core/players/quota-rules.ts';
import { type Charge, hasRoom } from '#core/players/quota.ts';
import { createRecordFiles } from '#core/writing/attached-files.ts';
import { requireMatch } from '#core/writing/board-names.ts';
import type { MessageKind } from '#core/writing/compose-context.ts';
import type { Feature } from '#core/writing/feature.ts';
import { findNamedGame, titleOf } from '#games/game.ts';
import { ok } from '#games/kit/result.ts';

/** `upTo`: boards of this number and below; null: all. */
interface ExportQuery {
  readonly game: string | null;
  readonly upTo: number | null;
}

/** Charged when a player exports all games in one mail. */
export const exportCharge = (userid: string): Charge =>
  chargeAccount(userid, createDayRule('export', limits.exportsPerDay));

function exportGames(context: CommandContext, { game, upTo }: ExportQuery): Decision {
  const userid = context.actor ?? '';
  const lists = [`over/player/${userid}`, `running/player/${userid}`] as const satisfies readonly ListName[];
  context.state.requireLoaded(lists.map((list): DataRequest => ({ kind: 'list', list })));
  const found = lists
    .flatMap(list => context.state.boards(list))
    .filter(ref => (game === null || ref.game === game) && (upTo === null || ref.number <= upTo));
  if (found.length === 0) return deny(refused('export-nothing'));
  const charge = exportCharge(userid);
  if (!hasRoom(context.state, [charge], context.now)) return deny(refused('export-today'));
  // Within a game numbers tell what is newer, between games the day of opening: so of each game only as many are looked at as may go.
  const latest = separateGames(found).flatMap(refs =>
    refs.toSorted((a, b) => b.number - a.number).slice(0, limits.gamesExported),
  );
  context.state.requireDocuments(latest.map(matchKey));
  const newest = latest
    .map(ref => ({ ref, outline: context.state.outline(ref) }))
    .toSorted((a, b) => (b.outline?.opened ?? 0) - (a.outline?.opened ?? 0))
    .slice(0, limits.gamesExported);
  let entries = 0;
  const boards = newest.flatMap(({ ref, outline }, index) => {
    entries += outline?.record.length ?? 0;
    return (index === 0 || entries <= limits.entriesExported) && context.state.match(ref) !== null ? [ref] : [];
  });
  return allow(
    [takeCharges([charge], context.now)],
    [sendMail({ kind: 'export', to: { kind: 'account', userid }, userid, boards, older: listOlder(found, boards) })],
  );
}

/** The newest board that is not sent, for each game that has one. */
function listOlder(found: readonly MatchRef[], boards: readonly MatchRef[]): readonly MatchRef[] {
  const sent = new Set(boards.map(matchKey));
  const left = found.filter(ref => !sent.has(matchKey(ref)));
  return separateGames(left).map(refs => refs.reduce((latest, ref) => (ref.number > latest.number ? ref : latest)));
}

/** `record` and `export`: files of one game, and of all games of a player. */
export const record = createBoardCommand('record', sendRecord, {
  listedAfter: 'show',
  usage: '<game> record board',
  example: 'nexos record 101',
  permission: 'anyone',
});

export const exportOwn: Command = {
  name: 'export',
  usage: 'export [game [board]]',
  example: 'export',
  permission: 'account',
  parse: commandLine => {
    const [name, number, surplus] = commandLine.words;
    const game = name === undefined ? null : findNamedGame(commandLine.games, name);
    const isNumber = number === undefined || /^\d{1,9}$/.test(number);
    if (surplus !== undefined || !isNumber || (name !== undefined && game === null)) return null;
    const wanted = { game: game?.game.name ?? null, upTo: number === undefined ? null : Number(number) };
    return ok({ run: context => exportGames(context, wanted) });
  },
};

/** The mail with the file of a game. */
const recordMail: MessageKind<{ readonly match: MatchRef }> = {
  write: (context, message) => {
    const { game, match } = requireMatch(context, message.match);
    const files = createRecordFiles(game, match);
    return {
      subject: {
        code: 'subject-record',
        parts: nameBoard({ game, match }),
      },
      text: context.templates.render('record.txt', { title: titleOf(game, match.setup), number: match.number, files }),
      files,
    };
  },
};

interface Export {
  readonly userid: string;
  readonly boards: readonly MatchRef[];
  /** The newest board of each game that has some which are older than those sent. */
  readonly older: readonly MatchRef[];
}

const exportKind: MessageKind<Export> = {
  write: (context, { userid, boards, older }) => {
    const name = `nexpost-${userid}.zip`;
    const files = boards.flatMap(ref => {
      const { game, match } = requireMatch(context, ref);
      return createRecordFiles(game, match).map(file => ({ ...file, name: `${game.name}/${file.name}` }));
    });
    return {
      subject: { code: 'subject-export', parts: {} },
      text: context.templates.render('export.txt', {
        ...{ name, count: boards.length },
        older: older.map(({ game, number }) => `export ${game} ${number}`),
      }),
      files: [{ name, files }],
    };
  },
};

export const messages = { export: exportKind, record: recordMail };

export const records = {
  refusals: { 'export-nothing': [], 'export-today': [] } as const,
  commands: [record, exportOwn],
} satisfies Feature;
