// Reports of mails that were not delivered, as servers of several kinds write them.
import { describe, expect, it } from 'vitest';
import { parse } from '#adapters/mime/parse.ts';
import { type DeliveryReport, hasFailed, isRefusedByPolicy, readReturn } from '#core/mail/incoming.ts';

const MINE = '<b.nex101.0.2.abc.def@example.test>';

interface Parts {
  readonly status?: string;
  readonly statusType?: string;
  readonly returned?: string;
  readonly returnedType?: string;
}

const STATUS =
  'Reporting-MTA: dns; mx.test\n\nFinal-Recipient: rfc822; Bob@Example.test\nAction: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550-5.1.1 No such\n 550 5.1.1 user';

const parts = ({
  status = STATUS,
  statusType = 'message/delivery-status',
  returned = `Message-ID: ${MINE}`,
  returnedType = 'text/rfc822-headers',
}: Parts): string =>
  [
    'Content-Type: multipart/report; report-type=delivery-status; boundary=x',
    '',
    '--x\n\nIt could not be delivered.',
    `--x\nContent-Type: ${statusType}\n\n${status}\n`,
    `--x\nContent-Type: ${returnedType}\n\n${returned}\n`,
    '--x--',
  ].join('\n');

function read(text: string): DeliveryReport {
  const raw = Buffer.from(`From: MAILER-DAEMON@mx.test\n${text}`);
  return readReturn(parse(raw, raw.length));
}

const report = (written: Parts): DeliveryReport => read(parts(written));

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
    const found = report({ status }).recipients;
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
    }).recipients;
    expect([hasFailed(found!), isRefusedByPolicy(found!)]).toEqual([isDead, isPolicy]);
  });

  it('of a thousand recipients is not read to its end', () => {
    const status = `Reporting-MTA: dns; mx.test\n\n${'Final-Recipient: rfc822;a@b.test\nAction: failed\n\n'.repeat(1_000)}`;
    expect(report({ status }).recipients).toHaveLength(20);
  });

  it.each<[string, (inner: string) => string]>([
    [
      'wrapped by a gateway',
      inner => `Content-Type: multipart/mixed; boundary=w\n\n--w\n${inner}\n--w\n\nChecked.\n--w--`,
    ],
    [
      'in a signed part',
      inner =>
        `Content-Type: multipart/signed; boundary=s\n\n--s\n${inner}\n--s\nContent-Type: application/pgp-signature\n\nx\n--s--`,
    ],
    [
      'forwarded below another text',
      inner =>
        `Content-Type: multipart/mixed; boundary=f\n\n--f\n\nSee below.\n--f\nContent-Type: message/rfc822\n\nSubject: failure\n${inner}\n--f--`,
    ],
    ['forwarded as the whole mail', inner => `Content-Type: message/rfc822\n\nFrom: a@mx.test\n${inner}`],
  ])('%s is found, with the mail that came back', (_, wrap) => {
    expect(read(wrap(parts({})))).toEqual({ recipients: [bob], messageIds: [MINE] });
  });

  it.each([
    ['Sorry, no mailbox here by that name. (#5.1.1)', true],
    [
      '<bob@mx.test>:\n    host mx.test said:\n    550 5.1.1 <bob@mx.test>: Recipient address rejected: User unknown',
      true,
    ],
    ['550 No such user here', true],
    ['Your message was not delivered to:\n\n  bob@mx.test\n\nbecause:\n\n  No such user', true],
    ['bob@mx.test: user not listed in the directory', true],
    ['552 5.2.2 mailbox full', false],
    ['I have been away, and will read your mail on Monday.', false],
    ['<bob@mx.test>: Host not found, try again', false],
    [`${'x '.repeat(5_000)} 550 5.1.1 no such user`, false],
  ])('in words alone names no recipient: %j', (words, isDead) => {
    const { recipients, messageIds } = read(`Subject: failure notice\n\n${words}\n`);
    expect([recipients[0]!.addresses, recipients[0]!.status, messageIds]).toEqual([[], '', []]);
    expect(hasFailed(recipients[0]!)).toBe(isDead);
  });

  it.each([
    ['of the host', 'bob@mx.test\n    host mx.test [104.47.2.36]: 550 5.1.1 unknown user', true],
    ['that begins like a status', 'Connected to 5.1.1.10, but my message was not taken.\nbob@mx.test: 554 no', false],
    ['in front of the code', '<bob@mx.test>:\nConnected to 74.125.24.26 but RCPT failed: 550 no such user', true],
    ['of a full mailbox', 'mx.test[5.1.1.1]: 552 5.2.2 over quota', false],
    ['that is none, but a version', 'Exim 4.94.2 at mx.test\n\nbob@mx.test: 550 5.1.1 unknown user', true],
  ])('in words is not judged by an address %s', (_, words, isDead) => {
    expect(hasFailed(read(`Subject: x\n\n${words}\n`).recipients[0]!)).toBe(isDead);
  });

  const COPY = `Return-Path: <games@example.test>\nReceived: from x ([5.2.2.1])\nSubject: over quota\nMessage-ID: ${MINE}\n\n552 5.2.2 mailbox full`;
  it.each([
    [
      'Exim',
      '  bob@mx.test\n    550 5.1.1 unknown user\n\n------ This is a copy of the message, including all the headers. ------',
    ],
    ['qmail', '<bob@mx.test>:\nSorry, no mailbox here by that name.\n\n--- Below this line is a copy of the message.'],
    [
      'Sendmail',
      '   ----- Transcript of session follows -----\n550 <bob@mx.test>... User unknown\n\n   ----- Unsent message follows -----',
    ],
    ['a server without a line between', '<bob@mx.test>:\n550 user unknown'],
  ])('in words of %s is told from the copy of our mail, which says which mail it was', (_, words) => {
    const { recipients, messageIds } = read(`Subject: x\n\n${words}\n\n${COPY}\n`);
    expect([hasFailed(recipients[0]!), messageIds]).toEqual([true, [MINE]]);
  });

  it('whose fields say nothing is read from its words', () => {
    const status = 'Final-Recipient: rfc822; bob@example.test\nAction: failed\nStatus: 5.0.0';
    const said = parts({ status }).replace('It could not be delivered.', "The address couldn't be found.");
    expect([hasFailed(read(said).recipients[0]!), hasFailed(report({ status }).recipients[0]!)]).toEqual([true, false]);
    expect(report({ status: '', returned: '' }).recipients.map(hasFailed)).toEqual([false]);
  });
});
