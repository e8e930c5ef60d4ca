// Reports of mails that were not delivered, as servers of several kinds write them.
import { describe, expect, it } from 'vitest';
import { parse } from '#adapters/mime/parse.ts';
import { type DeliveryReport, hasFailed, isRefusedByPolicy } from '#core/mail/incoming.ts';

const MINE = '<b.nex101.0.2.abc.def@example.test>';

interface Parts {
  readonly status?: string;
  readonly statusType?: string;
  readonly returned?: string;
  readonly returnedType?: string;
}

const STATUS =
  'Reporting-MTA: dns; mx.test\n\nFinal-Recipient: rfc822; Bob@Example.test\nAction: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550-5.1.1 No such\n 550 5.1.1 user';

function report({
  status = STATUS,
  statusType = 'message/delivery-status',
  returned = `Message-ID: ${MINE}`,
  returnedType = 'text/rfc822-headers',
}: Parts): DeliveryReport | undefined {
  const text = [
    'From: MAILER-DAEMON@mx.test',
    'Content-Type: multipart/report; report-type=delivery-status; boundary=x',
    '',
    '--x\n\nIt could not be delivered.',
    `--x\nContent-Type: ${statusType}\n\n${status}\n`,
    `--x\nContent-Type: ${returnedType}\n\n${returned}\n`,
    '--x--',
  ].join('\n');
  const raw = Buffer.from(text);
  return parse(raw, raw.length).report;
}

const bob = {
  ...{ addresses: ['bob@example.test'], action: 'failed', status: '5.1.1' },
  diagnostic: 'smtp; 550-5.1.1 No such 550 5.1.1 user',
};

describe('a report', () => {
  it.each([
    ['of Postfix, with the header', {}],
    [
      'with the whole mail',
      { returnedType: 'message/rfc822', returned: `Message-ID: ${MINE}\nSubject: x\n\nMessage-ID: <other@x>` },
    ],
    [
      'of a mail in UTF-8 (RFC 6533)',
      { statusType: 'message/global-delivery-status', returnedType: 'message/global-headers' },
    ],
    [
      'in base64',
      {
        returned: Buffer.from(`Message-ID: ${MINE}\n`).toString('base64'),
        returnedType: 'text/rfc822-headers\nContent-Transfer-Encoding: base64',
      },
    ],
    ['with a folded Message-ID, as Exchange folds it', { returned: `Message-ID:\n ${MINE}\nSubject: x` }],
    ['with line ends of its own', { status: STATUS.replaceAll('\n', '\r\n') }],
  ])('%s', (_, parts) => {
    expect(report(parts)).toEqual({ recipients: [bob], messageIds: [MINE] });
  });

  it('names each recipient as we wrote it and as it was passed on', () => {
    const status = `${STATUS}\n\nOriginal-Recipient: rfc822;carol@example.test\nFinal-Recipient: rfc822;carol@else.test\nAction: delayed\nStatus: 4.4.1`;
    const found = report({ status })!.recipients;
    expect(found).toEqual([
      bob,
      { addresses: ['carol@example.test', 'carol@else.test'], action: 'delayed', status: '4.4.1', diagnostic: '' },
    ]);
    expect(found.map(hasFailed)).toEqual([true, false]);
  });

  it.each([
    ['Status: 5.1.1', true, false],
    ['Status: 5.1.1\nDiagnostic-Code: smtp; 550 5.7.1 blocked using zen.spamhaus.org', false, true],
    [
      'Status: 5.7.1\nDiagnostic-Code: smtp; 550-5.7.1 Our system has detected that this is\n likely unsolicited mail',
      false,
      true,
    ],
    [
      'Status: 5.0.0\nDiagnostic-Code: smtp; 550-5.1.1 The email account that you tried to\n 550 5.1.1 reach does not exist',
      true,
      false,
    ],
    ['Status: 5.2.2\nDiagnostic-Code: smtp; 552 5.2.2 mailbox full', false, false],
    ['Status: 5.0.0', false, false],
  ])('of %j: is the address dead (%s), are we refused (%s)?', (fields, isDead, isPolicy) => {
    const [found] = report({
      status: `Final-Recipient: rfc822; bob@example.test\nAction: failed\n${fields}`,
    })!.recipients;
    expect([hasFailed(found!), isRefusedByPolicy(found!)]).toEqual([isDead, isPolicy]);
  });

  it('of a thousand recipients is not read to its end', () => {
    const status = `Reporting-MTA: dns; mx.test\n\n${'Final-Recipient: rfc822;a@b.test\nAction: failed\n\n'.repeat(1_000)}`;
    expect(report({ status })!.recipients).toHaveLength(20);
  });

  it.each([
    ['Sorry, no mailbox here by that name. (#5.1.1)', '5.1.1', true],
    [
      '<bob@mx.test>:\n    host mx.test said:\n    550 5.1.1 <bob@mx.test>: Recipient address rejected: User unknown',
      '5.1.1',
      true,
    ],
    ['550 No such user here', '', true],
    ['552 5.2.2 mailbox full', '5.2.2', false],
    ['I have been away, and will read your mail on Monday.', '', false],
    [`${'x '.repeat(2_000)} 550 5.1.1 no such user`, '', false],
  ])('in words alone names no recipient: %j', (words, status, isDead) => {
    const raw = `From: MAILER-DAEMON@mx.test\nSubject: failure notice\n\n${words}\n`;
    const { recipients, messageIds } = parse(Buffer.from(raw), raw.length).report!;
    expect([recipients[0]!.addresses, recipients[0]!.status, messageIds]).toEqual([[], status, []]);
    expect(hasFailed(recipients[0]!)).toBe(isDead);
  });

  it('is none where nothing is said of the delivery', () => {
    expect(parse(Buffer.from('From: bob@example.test\n\n550 5.1.1 no such user\n'), 50).report).toBeUndefined();
    expect(report({ status: '', returned: '' })).toEqual({ recipients: [], messageIds: [] });
  });
});
