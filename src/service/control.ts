// Answers the operator's commands to a running service: one line of JSON in, one out.
import type { AuditedRequest } from '#core/desk/decide/request.ts';
import { mayAnnounce } from '#core/features/mailings/index.ts';
import { operatorAct } from '#core/features/operator/acts.ts';
import { isOfKind } from '#core/kernel/documents.ts';
import * as z from 'zod';
import { say } from '#core/kernel/sentence.ts';
import { reasonOf } from '#games/kit/assert.ts';
import { parseJson } from '#games/kit/look-up.ts';
import { adminQuery, buildAdminPage } from './admin.ts';
import { type ServiceContext, commitRequest } from './commit-request.ts';
import type { InboxContext } from './inbox.ts';
import { applyMailAct, buildMailPage, mailAct, mailQuery } from './mail-control.ts';
import type { Facts } from './ports.ts';

// Other programs may write to the socket, so every field is checked.

type Fields = Readonly<Record<string, unknown>>;

const anyFields = z.record(z.string(), z.unknown()).catch({});

/** The request that an operator's command makes. null: it makes none. */
function findRequest(fields: Fields): AuditedRequest['request'] {
  const { act, text, again, userid } = fields;
  if (act === 'pause' || act === 'resume') return { kind: 'clocks-switch', paused: act === 'pause' };
  if (act === 'announce' && typeof text === 'string' && mayAnnounce(text))
    return { kind: 'announcement', text, isAgain: again === true };
  if (act === 'forget' && typeof userid === 'string') return { kind: 'forget-player', userid };
  const parsedAct = operatorAct.safeParse(fields);
  return parsedAct.success ? { kind: 'operator-act', act: parsedAct.data } : null;
}

/** The cause of an act. The same line twice within a millisecond is one act. */
const causeOf = (line: string, { clock, fingerprint }: ServiceContext): string =>
  `operator:${clock.now()}:${fingerprint(line).slice(0, 32)}`;

/**
 * Executes a command and returns the answer as JSON. `{"done":true}`: the change is on disk. `{"done":false}`: there was nothing to do.
 * `{"rows":[…],"next":…}`: the answer to a query. `{"why":…}`: why the command failed.
 */
export async function executeCommand(line: string, service: InboxContext): Promise<string> {
  const fields = anyFields.parse(parseJson(line));
  try {
    return JSON.stringify((await executeMailCommand(fields, service)) ?? (await executeRequest(line, fields, service)));
  } catch (error) {
    return JSON.stringify({ why: reasonOf(error) });
  }
}

/** null: the command is not about mails. */
async function executeMailCommand(fields: Fields, service: InboxContext): Promise<object | null> {
  const query = mailQuery.safeParse(fields);
  if (query.success) return buildMailPage(query.data, service);
  const { data: act } = mailAct.safeParse(fields);
  if (act === undefined) return null;
  const mails = await applyMailAct(act, service);
  if (mails > 0) {
    service.log.info('operator-act', { act: act.act, mails });
    await commitRequest({ ...auditOf(fields), request: null }, causeOf(JSON.stringify(fields), service), service);
  }
  service.wakeOutbox();
  return { done: mails > 0, mails };
}

async function executeRequest(line: string, fields: Fields, service: ServiceContext): Promise<object> {
  const query = adminQuery.safeParse(fields);
  const request = findRequest(fields);
  if (query.success) return buildAdminPage(query.data, { ...service, now: service.clock.now() });
  if (request === null) return { why: 'This service does not know what it was asked to do.' };
  const commit = await commitRequest({ ...auditOf(fields), request }, causeOf(line, service), service);
  await commit?.durable;
  const refused = commit?.plan.refused;
  if (refused !== undefined) return { why: say(service.mailSettings.templates.en.sentences, refused) };
  if (commit?.result === 'committed') service.log.info('operator-act', logFactsOf(fields));
  const changed = [...(commit?.plan.documents.keys() ?? [])].find(key => isOfKind('tournament', key));
  return {
    done: commit?.result === 'committed',
    ...(changed === undefined ? {} : { tournament: Number(changed.slice('tournament/'.length)) }),
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
