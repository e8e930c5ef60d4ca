// Answers the operator's commands to a running service: one line of JSON in, one out.
import { type DocumentKey, isOfKind } from '#core/kernel/documents.ts';
import { reasonOf } from '#games/kit/assert.ts';
import { mayAnnounce } from '#core/features/mailings/announcement.ts';
import type { Request } from '#core/decide/request.ts';
import { say } from '#core/kernel/sentence.ts';
import { buildAdminPage } from './admin.ts';
import { commitRequest, type ServiceContext } from './commit-request.ts';
import { parseAdminQuery, parseOperatorAct } from './control-requests.ts';
import type { Facts } from './ports.ts';

/** The request that an operator's command makes. null: it makes none. */
function findRequest(fields: Readonly<Record<string, unknown>>): Request | null {
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
export async function executeCommand(line: string, service: ServiceContext): Promise<string> {
  const fields = parseFields(line);
  const query = parseAdminQuery(fields);
  const request = findRequest(fields);
  try {
    if (query !== null) return JSON.stringify(await buildAdminPage(query, { ...service, now: service.clock.now() }));
    if (request === null) return JSON.stringify({ why: 'This service does not know what it was asked to do.' });
    const commit = await commitRequest(request, causeOf(line, service), service);
    await commit?.durable;
    const refused = commit?.plan.refused;
    if (refused !== undefined)
      return JSON.stringify({ why: say(service.mailSettings.templates.en.sentences, refused) });
    if (commit?.result === 'committed') service.log.info('operator-act', logFactsOf(fields));
    return JSON.stringify({
      done: commit?.result === 'committed',
      ...findChangedTournament([...(commit?.plan.documents.keys() ?? [])]),
    });
  } catch (error) {
    return JSON.stringify({ why: reasonOf(error) });
  }
}

/** The logged facts of an act: the userid it is about, and no text. */
const logFactsOf = ({ text: _, again: __, ...facts }: Readonly<Record<string, unknown>>): Facts => facts as Facts;

/** The number of the tournament that was changed, if one was. */
function findChangedTournament(keys: readonly DocumentKey[]): { readonly tournament?: number } {
  const key = keys.find(each => isOfKind('tournament', each));
  return key === undefined ? {} : { tournament: Number(key.slice('tournament/'.length)) };
}
