// The gates: which mails are never answered, which are refused, and in which order it is asked.
import { describe, expect, it } from 'vitest';
import { limits } from '#core/kernel/limits.ts';
import { detailsOf, findFirstStop, gates } from '#core/mail/gates.ts';
import { ear } from '../ear.ts';
import { incoming, OWN } from './mails.ts';

const TOKEN = 'b.nex101.0.0.abcdefghijklmnop';
const reasonOf = (...args: Parameters<typeof incoming>): string | null =>
  findFirstStop(incoming(...args), OWN, ['mx.example.test'], ear.marks)?.reason ?? null;

describe('the order', () => {
  it('is that of their numbers', () => {
    expect(gates.map(({ name }) => name)).toEqual([
      ...[
        'own mail',
        'hops',
        'bounce',
        'return path',
        'auto-submitted',
        'chat signal',
        'automatic Subject',
        'spam',
        'DMARC',
        'one sender',
        'size',
      ],
    ]);
    expect(gates.map(({ number }) => number)).toEqual([10, 20, 30, 35, 40, 42, 45, 54, 57, 60, 70]);
  });

  it('decides when a mail fails at several', () => {
    const faults: [string, string, readonly string[], Parameters<typeof incoming>[1]][] = [
      ['own mail', 'loop', [], { from: [{ address: 'games@example.test', name: '' }] }],
      ['hops', 'loop', Array.from({ length: limits.hops + 1 }, () => 'Received: x'), {}],
      ['bounce', 'bounce', ['Return-Path: <>'], {}],
      ['return path', 'bounce', [], { recipients: ['games+v.alice.mguyz4ow.abcdef@example.test'] }],
      ['auto-submitted', 'auto-submitted', ['Auto-Submitted: auto-replied'], {}],
      ['chat signal', 'auto-submitted', ['Chat-Version: 1.0', 'Chat-Content: group-avatar-changed'], {}],
      ['automatic Subject', 'auto-submitted', [], { subject: 'Out of Office: Nex Board 101 bob' }],
      ['spam', 'spam', ['X-Spam-Status: Yes, score=9.1'], {}],
      ['DMARC', 'dmarc', ['Authentication-Results: mx.example.test; dmarc=fail header.from=example.test'], {}],
      ['one sender', 'from', [], { fromHeaders: 2 }],
      ['size', 'too-large', [], { size: limits.mailBytes + 1 }],
    ];
    for (let first = 0; first < faults.length; first++) {
      const rest = faults.slice(first);
      const over = Object.assign({}, ...rest.map(fault => fault[3]).reverse()) as Parameters<typeof incoming>[1];
      const mail = incoming(
        rest.flatMap(fault => fault[2]),
        over,
      );
      const [name, reason] = rest[0]!;
      // A mail that is only too large is answered. Any other may be the answer of a program.
      const verdict = name === 'size' ? 'refused' : 'silent';
      expect(findFirstStop(mail, OWN, ['mx.example.test'], ear.marks), name).toEqual({ verdict, reason });
    }
  });
});

describe('each gate', () => {
  it('lets a plain mail through', () => expect(reasonOf()).toBeNull());

  it.each([
    ['our own address', { from: [{ address: 'games@example.test', name: '' }] }, 'loop'],
    ['an address with a blank', { from: [{ address: 'alice b@example.test', name: '' }] }, 'from'],
    ['an address that must be quoted', { from: [{ address: '"alice"@example.test', name: '' }] }, 'from'],
    ['an address with two hosts', { from: [{ address: 'alice@evil.test@example.test', name: '' }] }, 'from'],
    ['our own address with a detail', { from: [{ address: `games+${TOKEN}@example.test`, name: '' }] }, 'loop'],
    ['a Message-ID of ours', { messageId: `<${TOKEN}.x1@example.test>` }, 'loop'],
    ['a Message-ID of our domain that is not ours', { messageId: '<abc.def@example.test>' }, null],
    ['an address that only begins like ours', { from: [{ address: 'gamesmaster@example.test', name: '' }] }, null],
    ['a mailer daemon', { from: [{ address: 'mailer-daemon@example.test', name: '' }] }, 'bounce'],
    ['a postmaster', { from: [{ address: 'postmaster@example.test', name: '' }] }, 'bounce'],
    ['a daemon with a detail', { from: [{ address: 'mail-daemon+id42@example.test', name: '' }] }, 'bounce'],
    ['a daemon with an empty detail', { from: [{ address: 'mail-daemon+@example.test', name: '' }] }, 'bounce'],
    ['a name that ends like a daemon', { from: [{ address: 'not-postmaster@example.test', name: '' }] }, null],
    ['a name that begins like a daemon', { from: [{ address: 'postmasters@example.test', name: '' }] }, null],
    ['no Message-ID', { messageId: null }, null],
    ['one of our return paths', { recipients: ['games+v.alice.mguyz4ow.abcdef@example.test'] }, 'bounce'],
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
    [['X-Autoresponder: x'], 'auto-submitted'],
    [['X-Autoreply-From: desk@x.test'], 'auto-submitted'],
    [['X-Mail-Autoreply: yes'], 'auto-submitted'],
    [['X-Autogenerated: Reply'], 'auto-submitted'],
    [['X-MS-Exchange-Inbox-Rules-Loop: desk@x.test'], 'auto-submitted'],
    [['Precedence: auto-reply'], 'auto-submitted'],
    [['Precedence: autoreply'], 'auto-submitted'],
    [['X-Auto-Response-Suppress: All'], null],
    [['Return-Path: <>'], 'bounce'],
    [['Return-Path: < >'], 'bounce'],
    [['Return-Path: <alice@example.test>'], null],
    [['Content-Type: multipart/report; report-type=delivery-status'], 'bounce'],
    [['Content-Type: text/plain'], null],
    [['List-Unsubscribe: <mailto:x@lists.test>'], null],
    [['List-Post: <mailto:x@lists.test>'], null],
    [['List-Help: <mailto:x@lists.test>'], null],
    [['X-Precedence: auto_reply'], 'auto-submitted'],
    [['Preference: auto_reply'], 'auto-submitted'],
    [['X-Auto-Generated: true'], 'auto-submitted'],
    [['X-FC-MachineGenerated: true'], 'auto-submitted'],
    [['X-FC-MachineGenerated: false'], null],
    [['X-POST-MessageClass: 9; Autoresponder'], 'auto-submitted'],
    [['Delivered-To: Autoresponder'], 'auto-submitted'],
    [['X-Mailer: Autoresponder 2.1'], 'auto-submitted'],
    [['X-Mailer: Mutt'], null],
    [Array.from({ length: limits.hops }, () => 'Received: x'), null],
  ] as const)('%j', (headers, reason) => expect(reasonOf(headers)).toBe(reason));

  it.each([
    ['auto-submitted', '  no', null],
    ['auto-submitted', 'auto-replied; no', 'auto-submitted'],
    ['auto-submitted', 'casino no', 'auto-submitted'],
    ['auto-submitted', 'casino', 'auto-submitted'],
    ['precedence', '  junk  ', 'auto-submitted'],
    ['precedence', 'not bulk', null],
    ['precedence', 'no-bulk', null],
    ['precedence', 'bulk mail', null],
    ['precedence', 'bulky', null],
    ['return-path', ' < > ', 'bounce'],
    ['return-path', 'alice <>', null],
    ['return-path', 'alice<>', null],
    ['return-path', '<> alice', null],
    ['return-path', '<>alice', null],
    ['content-type', ' Multipart/Report; report-type=feedback-report', 'bounce'],
    ['content-type', 'text/plain; name=multipart/report', null],
    ['content-type', 'x-multipart/report', null],
    ['content-type', 'multipart/reports', null],
    ['x-spam-flag', ' Yes', 'spam'],
    ['x-spam-flag', 'No, not yes', null],
    ['x-spam-flag', 'not-yes', null],
  ] as const)('reads %s: %j as a whole', (name, value, reason) => {
    expect(reasonOf([], { headers: [{ name, value }] })).toBe(reason);
  });

  it.each([
    [['Chat-Content: group-avatar-changed'], 'auto-submitted'],
    [['Chat-Edit: <m2@client.test>'], 'auto-submitted'],
    [['Chat-Delete: <m2@client.test>'], 'auto-submitted'],
    [['Secure-Join: vc-request'], 'auto-submitted'],
    [['Content-Disposition: reaction'], 'auto-submitted'],
    [['Content-Disposition: Reaction; x=y'], 'auto-submitted'],
    [['Content-Disposition: reactions'], null],
    [['Content-Disposition: attachment; filename=reaction'], null],
    [['Content-Disposition: chain-reaction'], null],
    [[], null],
  ])('tells a signal between chat programs from a message: %j', (headers, reason) => {
    expect(reasonOf(['Chat-Version: 1.0', ...headers])).toBe(reason);
    expect(reasonOf(headers)).toBeNull();
  });

  it.each([
    ['Automatic reply: New Nex Board 101 alice', 'auto-submitted'],
    ['AUTO: bob is away', 'auto-submitted'],
    ['[EXT] Automatic reply: Nex Board 101', 'auto-submitted'],
    ['Out of Office', 'auto-submitted'],
    ['Abwesenheitsnotiz: Nex Board 101', 'auto-submitted'],
    ['Réponse automatique : Nex Board 101', 'auto-submitted'],
    ['Автоматический ответ: Nex Board 101', 'auto-submitted'],
    ['Undeliverable: Did you send this mail to nexpost?', 'bounce'],
    ['Undelivered Mail Returned to Sender', 'bounce'],
    ['Delivery Status Notification (Failure)', 'bounce'],
    ['Mail delivery failed: returning message to sender', 'bounce'],
    ['Re: Nex Board 101 bob', null],
    ['vacation 7', null],
    ['automatic', null],
    ['Re: Out of office, but here is my move', null],
    ['message office', null],
    ['Re: Out of office: Nex Board 101 bob: your turn', 'auto-submitted'],
    ['[Auto-Reply] Nex Board 101 bob', 'auto-submitted'],
    ['Balasan Otomatis: Nex Board 101 bob', 'auto-submitted'],
    ['Trả lời tự động: Nex Board 101', 'auto-submitted'],
    ['自动回复：Nex Board 101', 'auto-submitted'],
    ['תשובה אוטומטית: Nex Board 101', 'auto-submitted'],
    ['Resposta automa\u0300tica: Nex Board 101', 'auto-submitted'],
    ['Not read: Nex Board 101 bob', 'auto-submitted'],
    ['Gelesen: Nex Board 101 bob', 'auto-submitted'],
    ['Read me the rules', null],
    ['Urlaub: 24.12. bis 2.1.', null],
    ['Urlaub: Nex Board 101 bob', 'auto-submitted'],
    ['a question about automatic draws', null],
  ] as const)('%s', (subject, reason) => expect(reasonOf([], { subject })).toBe(reason));
});

describe('a reaction', () => {
  it.each([
    ['\u{1f44d}\n\nPat reacted via Gmail', 'auto-submitted'],
    ['\u2764\ufe0f\n\nPat a réagi à votre message :', 'auto-submitted'],
    ['\u{1f44d}', null],
    ['\u{1f44d}\n\nb3,a3', null],
    ['Pat reacted via Gmail', null],
  ])('%j', (text, reason) => expect(reasonOf([], { text })).toBe(reason));
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

describe('spam', () => {
  const FAIL =
    'Authentication-Results: mx.example.test; spf=pass smtp.mailfrom=evil.test; dmarc=fail header.from=example.test';

  it.each([
    ['X-Spam-Status: Yes, score=9.1 required=5.0', 'spam'],
    ['X-Spam-Status: YES', 'spam'],
    ['X-Spam-Flag: YES', 'spam'],
    ['X-Spam-Status: No, score=-1', null],
    ['X-Spam-Status: Yesterday', null],
    [FAIL, 'dmarc'],
    [FAIL.replace('dmarc=fail', 'dmarc=pass'), null],
    [FAIL.replace('dmarc=fail', 'dmarc=none'), null],
    // Anybody can write such a header.
    [FAIL.replace('mx.example.test', 'mx.evil.test'), null],
  ])('%s', (header, reason) => expect(reasonOf([header])).toBe(reason));

  it('counts only in the topmost header', () => {
    expect(reasonOf([FAIL.replace('dmarc=fail', 'dmarc=pass'), FAIL])).toBeNull();
    expect(reasonOf(['X-Spam-Status: No', 'X-Spam-Status: Yes'])).toBeNull();
  });

  it('is no reply to a mail of ours, which is read whatever a filter says', () => {
    const recipients = [`games+${TOKEN}@example.test`];
    expect(reasonOf(['X-Spam-Status: Yes'], { recipients })).toBeNull();
    expect(reasonOf([FAIL], { recipients })).toBeNull();
  });
});
