// Parses the operator's commands that come over the control socket, and checks their shape.
// Other programs may write to the socket, so every field is checked.
import type { OperatorAct } from '#core/features/operator/acts.ts';
import type { AdminQuery } from './admin.ts';
import { isHeldState, type MailAct, type MailFilter, type MailQuery } from './mail-control.ts';

type Fields = Readonly<Record<string, unknown>>;

const isNumber = (value: unknown): value is number => Number.isInteger(value) && Number(value) > 0;
const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= MAX_TEXT_LENGTH;

/** In characters. */
const MAX_TEXT_LENGTH = 500;

/** null: the fields describe no act of the operator. */
export const parseOperatorAct = (fields: Fields): OperatorAct | null =>
  parseAccountAct(fields) ?? parseTournamentAct(fields) ?? parseBoardAct(fields) ?? parseOwnerAct(fields);

function parseAccountAct({ act, userid, days }: Fields): OperatorAct | null {
  if (act === 'ban' && isText(userid) && (days === null || isNumber(days))) return { act, userid, days };
  return (act === 'unban' || act === 'reset-password') && isText(userid) ? { act, userid } : null;
}

function parseTournamentAct({ act, line, number }: Fields): OperatorAct | null {
  if (act === 'open-tournament' && isText(line)) return { act, line };
  return act === 'cancel-tournament' && isNumber(number) ? { act, number } : null;
}

function parseBoardAct({ act, game, number, userid, days }: Fields): OperatorAct | null {
  if (!isText(game) || !isNumber(number)) return null;
  if (act === 'void-board') return { act, game, number };
  if (act === 'resign-seat' && isText(userid)) return { act, game, number, userid };
  return act === 'give-time' && isNumber(days) ? { act, game, number, days } : null;
}

function parseOwnerAct({ act, userid, address, into }: Fields): OperatorAct | null {
  if (!isText(userid)) return null;
  if ((act === 'add-address' || act === 'remove-address') && isText(address)) return { act, userid, address };
  return act === 'merge' && isText(into) ? { act, userid, into } : null;
}

const isTextOrNull = (value: unknown): value is string | null => value === null || isText(value);

/** A parser for each query. null: the fields are invalid. */
const QUERIES: Readonly<Record<AdminQuery['query'], (fields: Fields) => AdminQuery | null>> = {
  users: ({ text, after }) => (isText(text) && isText(after) ? { query: 'users', text, after } : null),
  boards: ({ game, of, after }) =>
    isTextOrNull(game) && isTextOrNull(of) && isText(after) ? { query: 'boards', game, of, after } : null,
  board: ({ game, number }) => (isText(game) && isNumber(number) ? { query: 'board', game, number } : null),
  tournaments: ({ after }) => (isText(after) ? { query: 'tournaments', after } : null),
  log: ({ after }) => (isText(after) ? { query: 'log', after } : null),
  tournament: ({ number }) => (isNumber(number) ? { query: 'tournament', number } : null),
};

const isQuery = (name: unknown): name is AdminQuery['query'] =>
  typeof name === 'string' && Object.hasOwn(QUERIES, name);

/** null: the fields describe no filter. */
const parseMailFilter = ({ states, address }: Fields): MailFilter | null =>
  Array.isArray(states) && states.every(isHeldState) && isText(address) ? { states, address } : null;

/** null: the fields describe no query about mails. */
export function parseMailQuery(fields: Fields): MailQuery | null {
  const { query, id, after } = fields;
  const filter = parseMailFilter(fields);
  if (query === 'mails' && filter !== null && isText(after)) return { query, after, ...filter };
  return query === 'mail' && isText(id) ? { query, id } : null;
}

/** null: the fields describe no act on mails. */
export function parseMailAct(fields: Fields): MailAct | null {
  const { act, ids } = fields;
  const filter = parseMailFilter(fields);
  if ((act !== 'retry-mail' && act !== 'drop-mail') || filter === null) return null;
  if (ids === null) return { act, ids, ...filter };
  return Array.isArray(ids) && ids.every(isText) ? { act, ids, ...filter } : null;
}

/** null: the fields describe no query. */
export const parseAdminQuery = (fields: Fields): AdminQuery | null => {
  const { query } = fields;
  return isQuery(query) ? QUERIES[query](fields) : null;
};
