// Answers the operator's commands to a running service: one line of JSON in, one out.
import type { AuditedRequest } from '#core/decide/request.ts';
import { mayAnnounce } from '#core/features/mailings/mailing.ts';
import type { OperatorAct } from '#core/features/operator/acts.ts';
import { type DocumentKey, isOfKind } from '#core/kernel/documents.ts';
import { say } from '#core/kernel/sentence.ts';
import { reasonOf } from '#games/kit/assert.ts';
import { type AdminQuery, buildAdminPage } from './admin.ts';
import { type ServiceContext, commitRequest } from './commit-request.ts';
import type { InboxContext } from './inbox.ts';
import {
  type MailAct,
  type MailFilter,
  type MailQuery,
  applyMailAct,
  buildMailPage,
  isHeldState,
} from './mail-control.ts';
import type { Facts } from './ports.ts';

// Other programs may write to the socket, so every field is checked.

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

/** The request that an operator's command makes. null: it makes none. */
function findRequest(fields: Fields): AuditedRequest['request'] {
  const { act, text, again, userid } = fields;
  if (act === 'pause' || act === 'resume') return { kind: 'clocks-switch', paused: act === 'pause' };
  if (act === 'announce' && typeof text === 'string' && mayAnnounce(text))
    return { kind: 'announcement', text, isAgain: again === true };
  if (act === 'forget' && typeof userid === 'string') return { kind: 'forget-player', userid };
  const operatorAct = parseOperatorAct(fields);
  return operatorAct === null ? null : { kind: 'operator-act', act: operatorAct };
}

function parseFields(line: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
  } catch {
    return {};
  }
}

/** The cause of an act. The same line twice within a millisecond is one act. */
const causeOf = (line: string, { clock, fingerprint }: ServiceContext): string =>
  `operator:${clock.now()}:${fingerprint(line).slice(0, 32)}`;

/**
 * Executes a command and returns the answer as JSON. `{"done":true}`: the change is on disk. `{"done":false}`: there was nothing to do.
 * `{"rows":[…],"next":…}`: the answer to a query. `{"why":…}`: why the command failed.
 */
export async function executeCommand(line: string, service: InboxContext): Promise<string> {
  const fields = parseFields(line);
  try {
    return JSON.stringify((await executeMailCommand(fields, service)) ?? (await executeRequest(line, fields, service)));
  } catch (error) {
    return JSON.stringify({ why: reasonOf(error) });
  }
}

/** null: the command is not about mails. */
async function executeMailCommand(fields: Fields, service: InboxContext): Promise<object | null> {
  const mailQuery = parseMailQuery(fields);
  if (mailQuery !== null) return buildMailPage(mailQuery, service);
  const mailAct = parseMailAct(fields);
  if (mailAct === null) return null;
  const mails = await applyMailAct(mailAct, service);
  if (mails > 0) {
    service.log.info('operator-act', { act: mailAct.act, mails });
    await commitRequest({ ...auditOf(fields), request: null }, causeOf(JSON.stringify(fields), service), service);
  }
  service.wakeOutbox();
  return { done: mails > 0, mails };
}

async function executeRequest(line: string, fields: Fields, service: ServiceContext): Promise<object> {
  const query = parseAdminQuery(fields);
  const request = findRequest(fields);
  if (query !== null) return buildAdminPage(query, { ...service, now: service.clock.now() });
  if (request === null) return { why: 'This service does not know what it was asked to do.' };
  const commit = await commitRequest({ ...auditOf(fields), request }, causeOf(line, service), service);
  await commit?.durable;
  const refused = commit?.plan.refused;
  if (refused !== undefined) return { why: say(service.mailSettings.templates.en.sentences, refused) };
  if (commit?.result === 'committed') service.log.info('operator-act', logFactsOf(fields));
  return {
    done: commit?.result === 'committed',
    ...findChangedTournament([...(commit?.plan.documents.keys() ?? [])]),
  };
}

/** The logged facts of an act: the userid it is about, and no text. */
const logFactsOf = ({ text: _, again: __, by: ___, ...facts }: Readonly<Record<string, unknown>>): Facts =>
  facts as Facts;

/** In characters. */
const MAX_AUDITED_LENGTH = 200;

/** A command as the audit log names it. `by` is what the operator's program says. */
function auditOf(fields: Fields): Pick<AuditedRequest, 'kind' | 'by' | 'facts'> {
  const text = (value: unknown): string =>
    (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, MAX_AUDITED_LENGTH);
  const facts = Object.entries(logFactsOf(fields)).filter(([, value]) => value !== null && value !== '');
  return {
    kind: 'audited',
    by: typeof fields['by'] === 'string' ? text(fields['by']) : '',
    facts: Object.fromEntries(facts.map(([name, value]) => [name, text(value)])),
  };
}

/** The number of the tournament that was changed, if one was. */
function findChangedTournament(keys: readonly DocumentKey[]): { readonly tournament?: number } {
  const key = keys.find(each => isOfKind('tournament', each));
  return key === undefined ? {} : { tournament: Number(key.slice('tournament/'.length)) };
}
