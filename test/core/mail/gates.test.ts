// The gates: which mails are never answered, which are refused, and in which order it is asked.
import { describe, expect, it } from 'vitest';
import { limits } from '#core/limits.ts';
import { detailsOf, firstStop, gates } from '#core/mail/gates.ts';
import { incoming, OWN } from './mails.ts';

const TOKEN = 'b.nex101.0.0.abcdefghijklmnop';
const reasonOf = (...args: Parameters<typeof incoming>): string | null =>
  firstStop(incoming(...args), OWN)?.reason ?? null;

describe('the order', () => {
  it('is that of their numbers', () => {
    expect(gates.map(({ name }) => name)).toEqual([
      ...[
        'own mail',
        'hops',
        'bounce',
        'auto-submitted',
        'chat signal',
        'automatic Subject',
        'mailing list',
        'one sender',
        'size',
      ],
    ]);
    expect(gates.map(({ number }) => number)).toEqual([10, 20, 30, 40, 42, 45, 50, 60, 70]);
  });

  it('decides when a mail fails at several', () => {
    const faults: [string, string, readonly string[], Parameters<typeof incoming>[1]][] = [
      ['own mail', 'loop', [], { from: [{ address: 'games@example.test', name: '' }] }],
      ['hops', 'loop', Array.from({ length: limits.hops + 1 }, () => 'Received: x'), {}],
      ['bounce', 'bounce', ['Return-Path: <>'], {}],
      ['auto-submitted', 'auto-submitted', ['Auto-Submitted: auto-replied'], {}],
      ['chat signal', 'auto-submitted', ['Chat-Version: 1.0', 'Chat-Content: group-avatar-changed'], {}],
      ['automatic Subject', 'auto-submitted', [], { subject: 'Out of Office: Nex Board 101 bob' }],
      ['mailing list', 'list', ['List-Id: <a.lists.test>'], {}],
      ['one sender', 'from', [], { fromHeaders: 2 }],
      ['size', 'too-large', [], { size: limits.mailBytes + 1 }],
    ];
    for (let first = 0; first < faults.length; first++) {
      const rest = faults.slice(first);
      const over = Object.assign({}, ...rest.map(fault => fault[3]).reverse()) as Parameters<typeof incoming>[1];
      expect(
        reasonOf(
          rest.flatMap(fault => fault[2]),
          over,
        ),
        rest[0]![0],
      ).toBe(rest[0]![1]);
    }
  });
});

describe('each gate', () => {
  it('lets a plain mail through', () => expect(reasonOf()).toBeNull());

  it.each([
    ['our own address', { from: [{ address: 'games@example.test', name: '' }] }, 'loop'],
    ['our own address with a detail', { from: [{ address: `games+${TOKEN}@example.test`, name: '' }] }, 'loop'],
    ['a Message-ID of ours', { messageId: `<${TOKEN}.x1@example.test>` }, 'loop'],
    ['a Message-ID of our domain that is not ours', { messageId: '<abc.def@example.test>' }, null],
    ['an address that only begins like ours', { from: [{ address: 'gamesmaster@example.test', name: '' }] }, null],
    ['a mailer daemon', { from: [{ address: 'mailer-daemon@example.test', name: '' }] }, 'bounce'],
    ['no sender', { from: [], fromHeaders: 0 }, 'from'],
    ['an empty From', { from: [] }, 'from'],
    [
      'two addresses',
      {
        from: [
          { address: 'a@x.test', name: '' },
          { address: 'b@x.test', name: '' },
        ],
      },
      'from',
    ],
    ['two headers', { fromHeaders: 2 }, 'from'],
    ['the largest mail that is read', { size: limits.mailBytes }, null],
  ] as const)('%s', (_, over, reason) => expect(reasonOf([], over as object)).toBe(reason));

  it.each([
    [['Auto-Submitted: no'], null],
    [['Auto-Submitted: No; owner-email="x"'], null],
    [['Auto-Submitted: auto-generated'], 'auto-submitted'],
    [['Auto-Submitted: '], 'auto-submitted'],
    [['Precedence: auto_reply'], 'auto-submitted'],
    [['Precedence: Bulk'], 'auto-submitted'],
    [['Precedence: list'], null],
    [['Precedence: first-class'], null],
    [['X-Autoreply: yes'], 'auto-submitted'],
    [['X-Autorespond: x'], 'auto-submitted'],
    [['X-Auto-Response-Suppress: All'], 'auto-submitted'],
    [['Return-Path: <>'], 'bounce'],
    [['Return-Path: < >'], 'bounce'],
    [['Return-Path: <alice@example.test>'], null],
    [['Content-Type: multipart/report; report-type=delivery-status'], 'bounce'],
    [['Content-Type: text/plain'], null],
    [['List-Unsubscribe: <mailto:x@lists.test>'], 'list'],
    [Array.from({ length: limits.hops }, () => 'Received: x'), null],
  ] as const)('%j', (headers, reason) => expect(reasonOf(headers)).toBe(reason));

  it.each([
    ['Automatic reply: New Nex Board 101 alice', 'auto-submitted'],
    ['AUTO: bob is away', 'auto-submitted'],
    ['[EXT] Automatic reply: Nex Board 101', 'auto-submitted'],
    ['Out of Office', 'auto-submitted'],
    ['Abwesenheitsnotiz: Nex Board 101', 'auto-submitted'],
    ['Réponse automatique : Nex Board 101', 'auto-submitted'],
    ['Автоматический ответ: Nex Board 101', 'auto-submitted'],
    ['Undeliverable: Please confirm your mail to nexpost', 'bounce'],
    ['Undelivered Mail Returned to Sender', 'bounce'],
    ['Delivery Status Notification (Failure)', 'bounce'],
    ['Mail delivery failed: returning message to sender', 'bounce'],
    ['Re: Nex Board 101 bob', null],
    ['vacation 7', null],
    ['automatic', null],
    ['Re: Out of office, but here is my move', null],
    ['message office', null],
  ] as const)('%s', (subject, reason) => expect(reasonOf([], { subject })).toBe(reason));

  it('lets a reply to a mail of ours through although Exchange marks it', () => {
    const marked = ['X-Auto-Response-Suppress: DR, OOF'];
    expect(reasonOf(marked, { recipients: [`games+${TOKEN}@example.test`] })).toBeNull();
    expect(reasonOf(marked, { inReplyTo: [`<${TOKEN}.x1@example.test>`] })).toBeNull();
    expect(reasonOf(marked, { recipients: ['games+hello@example.test'] })).toBe('auto-submitted');
  });
});

describe('token texts', () => {
  it('come from the recipients first, then the newest mail answered; each once', () => {
    const mail = incoming([], {
      recipients: ['bob@example.test', 'Games+B.nex101.0.2.aaaa@Example.test'],
      inReplyTo: ['<b.nex101.0.1.bbbb.x1@example.test>'],
      references: ['<b.nex101.0.0.cccc.x1@example.test>', '<b.nex101.0.1.bbbb.x1@example.test>', '<x@y.test>'],
    });
    expect(detailsOf(mail, OWN)).toEqual(['b.nex101.0.2.aaaa', 'b.nex101.0.1.bbbb', 'b.nex101.0.0.cccc']);
  });
});
