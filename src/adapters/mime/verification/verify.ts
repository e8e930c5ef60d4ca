// Verifies the sender of a mail by DKIM signatures, the DMARC policy and the ARC chain.
// The answers of the DNS are arguments. The library checks hashes and signatures, everything else is decided here.
import type { ARCData, DKIMResult } from 'mailauth';
import { arc } from 'mailauth/lib/arc/index.js';
import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import { parseMethods } from '#core/mail/authentication-results.ts';
import type { MethodResult, Verification } from '#core/mail/incoming.ts';
import type { TxtAnswer } from '#service/ports.ts';
import { type Chain, type Policy, type VerificationContext, type VerificationPlan, findPolicy } from './plan.ts';
import { type MailSignature, cutToSigned, findKeyFault, verificationLimits } from './signature.ts';

/** The answers for the names of the plan. */
export type TxtAnswers = ReadonlyMap<string, TxtAnswer>;

type AnswerOf = (name: string) => TxtAnswer;

interface CheckContext {
  readonly now: VerificationContext['now'];
  readonly answerOf: AnswerOf;
}

const NOT_ASKED: TxtAnswer = { kind: 'failed', why: 'not asked' };

export async function verifySender(
  plan: VerificationPlan,
  answers: TxtAnswers,
  { now }: Pick<VerificationContext, 'now'>,
): Promise<Verification> {
  const context: CheckContext = { now, answerOf: name => answers.get(name) ?? NOT_ASKED };
  const { from, signatures, chain, isForeign } = plan;
  const policy = findPolicy(from, context.answerOf);
  const findings = plan.faults.map(fault => createFinding('dkim', 'neutral', fault));
  for (const signature of signatures) {
    const finding = await checkSignature(plan, signature, policy, context);
    findings.push(finding);
    // A signature that counts is aligned, so it is as good as one of the very domain.
    if (finding.result === 'pass') return summarise(findings, [createResult('dkim', 'pass', 'header.d', from)]);
  }
  const forwarded = chain === null ? [] : await checkChain(plan, chain, context);
  if (chain !== null)
    findings.push(createFinding('arc', forwarded.length > 0 ? 'pass' : 'fail', chain.signature.domain));
  if (forwarded.length > 0) return summarise(findings, forwarded);
  if (!isForeign || policy.kind !== 'found' || !policy.isEnforced)
    return summarise(findings.length > 0 ? findings : [createFinding('dkim', 'none', `no signature of ${from}`)], []);
  return summarise([createFinding('dmarc', 'fail', from)], [createResult('dmarc', 'fail', 'header.from', from)]);
}

interface Finding {
  readonly method: string;
  readonly result: string;
  readonly about: string;
}

const createFinding = (method: string, result: string, about: string): Finding => ({ method, result, about });

const createResult = (method: string, result: string, property: string, value: string): MethodResult => ({
  ...{ method, result, properties: new Map([[property, value]]) },
});

const summarise = (findings: readonly Finding[], results: readonly MethodResult[]): Verification => ({
  summary: findings.map(({ method, result, about }) => `${method}=${result} (${about})`).join('; '),
  results,
});

async function checkSignature(
  plan: VerificationPlan,
  signature: MailSignature,
  policy: Policy,
  { now, answerOf }: CheckContext,
): Promise<Finding> {
  const { domain, keyName } = signature;
  const fault =
    (domain === plan.from ? null : findAlignmentFault(policy)) ?? findKeyFault(answerOf(keyName), signature);
  if (fault !== null) return createFinding('dkim', 'neutral', `${domain}: ${fault}`);
  const message = writeMessage(plan, signature.signed, [signature.field]);
  if (message === null) return createFinding('dkim', 'neutral', `${domain}: the header is malformed`);
  const { results } = await dkimVerify(message, { ...createLibraryOptions(answerOf), curTime: new Date(now) });
  return createFinding('dkim', ...readLibraryResult(results, domain));
}

/** The library must have read one signature, by the domain that we have read. */
function readLibraryResult(results: readonly DKIMResult[], domain: string): readonly [result: string, about: string] {
  const [result, ...others] = results;
  if (result === undefined || others.length > 0 || result.status.result === 'none') return ['permerror', domain];
  if (result.signingDomain.toLowerCase() !== domain) return ['permerror', domain];
  const { result: verdict, comment = '' } = result.status;
  return [verdict, comment === '' ? domain : `${domain}: ${comment}`];
}

/** Another name of the same organisation signs for the sender only if the policy of the sender's domain is known and allows it. */
function findAlignmentFault(policy: Policy): string | null {
  if (policy.kind === 'failed') return 'the DNS did not answer for the policy';
  if (policy.kind !== 'found') return 'another domain, and there is no DMARC policy';
  return policy.isStrict ? 'another domain, which the DMARC policy does not allow' : null;
}

/** Only the fields that a signature covers, so that the library reads nothing else. null: they are malformed. */
function writeMessage(
  { fields, body }: VerificationPlan,
  signed: readonly string[],
  others: VerificationPlan['fields'],
): Buffer | null {
  const header = cutToSigned(fields, signed, others);
  if (header === null) return null;
  const text = body.toString('latin1').replace(/\r?\n/g, '\r\n');
  return Buffer.from(`${header}\r\n\r\n${text}`, 'latin1');
}

/** The results of the first server of a chain that is whole. Empty: the chain proves nothing. */
async function checkChain(
  plan: VerificationPlan,
  chain: Chain,
  { now, answerOf }: CheckContext,
): Promise<readonly MethodResult[]> {
  const message = writeMessage(plan, chain.signature.signed, chain.fields);
  if (message === null || findKeyFault(answerOf(chain.signature.keyName), chain.signature) !== null) return [];
  const options = createLibraryOptions(answerOf);
  try {
    const { arc: data } = await dkimVerify(message, { ...options, curTime: new Date(now) });
    // The types of the library name the same data twice.
    const { status } = await arc((data ?? { chain: false }) as ARCData, options);
    if (status.result !== 'pass') return [];
  } catch {
    // The library throws at some malformed chains.
    return [];
  }
  return parseMethods(chain.firstResults).filter(
    ({ method, result }) => ['dkim', 'dmarc'].includes(method) && result === 'pass',
  );
}

const createLibraryOptions = (answerOf: AnswerOf) => ({
  minBitLength: verificationLimits.keyBits,
  resolver: (name: string): Promise<string[][]> => {
    const answer = answerOf(name.toLowerCase());
    if (answer.kind === 'found') return Promise.resolve(answer.records.map(record => [record]));
    const code = answer.kind === 'none' ? 'ENOTFOUND' : 'ESERVFAIL';
    return Promise.reject(Object.assign(new Error(code), { code }));
  },
});
