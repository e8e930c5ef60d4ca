// The classes of mails that real programs send and that once went wrong: further cases of each, from programs that no list names.
import { describe, expect, it } from 'vitest';
import { textOfHtml } from '#adapters/mime/body.ts';
import { parse, reading } from '#adapters/mime/parse.ts';
import { stripReplyPrefixes } from '#core/kernel/words.ts';
import { parseAcceptance } from '#core/language/courtesy.ts';
import { findFirstStop } from '#core/mail/gates.ts';
import { hasFailed, isRefusedByPolicy, readReturn } from '#core/mail/incoming.ts';
import { extractNewText, removeBanner } from '#core/mail/reply.ts';
import { classifyAnswer } from '#core/mail/server-answer.ts';
import { causeOf } from '#service/process-mail.ts';
import { ear } from '../ear.ts';
import { incoming, OWN } from './mails.ts';

const FIRST = "Nex board 101: it is alice's turn (Black).";
const LAST = 'Or with one of:  resign  show  chat  help nex';
const typed = (...lines: readonly string[]): string => extractNewText(lines.join('\n'));
const reasonOf = (headers: readonly string[], subject = 'Re: Nex Board 101 bob', text = 'b3,a3\n'): string | null =>
  findFirstStop(incoming(headers, { subject, text }), OWN, [], ear.marks)?.reason ?? null;

describe('an address above a quote stays private', () => {
  it.each([
    ['Thai, a year of Buddha', ['จาก: nexpost <games@x.test>', 'วันที่: 21 พ.ย. 2569 10:02', 'ถึง: alice@x.test']],
    ['Persian digits', ['فرستنده: nexpost <games@x.test>', 'تاریخ: ۲۱ نوامبر ۲۰۲۶ ۱۰:۰۲', 'گیرنده: alice@x.test']],
    ['Lithuanian', ['Nuo: nexpost <games@x.test>', 'Kam: alice@x.test', 'Tema: Nex']],
    ['Slovenian, two digits', ['Poslano: 21. 11. 26 10:02', 'Od: nexpost <games@x.test>', 'Za: alice@x.test']],
    ['full-width colons', ['发件人：nexpost <games@x.test>', '收件人：alice@x.test', '主题：Nex']],
    ['a blank that does not break', ['寄件人:\u00a0nexpost<games@x.test>', '收件人:\u00a0alice<alice@x.test>']],
    ['Georgian', ['გამგზავნი: nexpost <games@x.test>', 'თარიღი: 21 ნოემბერი 2026', 'ვის: alice@x.test']],
    ['Armenian', ['Ումից՝: nexpost <games@x.test>', 'Ում՝: alice@x.test', 'Թեմա: Nex Board 101']],
    ['Basque', ['Nork: games@x.test', 'Data: 2026-11-21 10:02', 'Nori: alice@x.test']],
    ['bold labels', ['*Bhon:* nexpost <games@x.test>', '*Gu:* alice@x.test', '*Cuspair:* Nex']],
    ['with a list of friends', ['Fra: games@x.test', 'Kopi: carol@x.test; dan@x.test', 'Dato: 21.11.2026']],
  ])('%s', (_, head) => {
    expect(typed('b3,a3', '', ...head, '', FIRST, 'x', LAST)).toBe('b3,a3');
  });
});

describe('a quote is found by our lines, whatever its marks are', () => {
  it.each(['N> ', ': ', '} ', 'nexpost> ', '» ', '% ', '~ ', '\u2502 '])('%j', mark => {
    const quote = [FIRST, 'Prepared: if c3,d3 then b2,a2', LAST].map(line => mark + line);
    expect(typed('chat', 'well played', '', ...quote)).toBe('chat\nwell played');
  });
});

it('a move in a form with the address of its writer is no header', () =>
  expect(typed('Name: Alice', 'Mail: <a1@x.test>', 'Move: b3,a3')).toContain('Move: b3,a3'));

describe('a kind word is no yes to an invitation', () => {
  it.each([
    'Thanks! Great to hear from you.',
    'Great, thank you for your message.',
    'Thank you for your mail, we will answer soon.',
    'OK, I received your message and will be back on Monday.',
    'Perfect is the enemy of good.',
    'Sure that this is for me?',
  ])('%s', line => expect(parseAcceptance(line, ear)).toBeNull());
});

describe('a person writes through lists and servers', () => {
  it.each([
    ...['X-Auto-Response-Suppress: All', 'X-Auto-Response-Suppress: OOF, AutoReply', 'X-Auto-Response-Suppress: DR'],
    ...['List-Id: <games.groups.test>', 'Precedence: list', 'List-Archive: <https://x.test>', 'Mailing-List: list x'],
    ...['Feedback-ID: 1:2:3', 'X-Mailer: Microsoft Outlook 16.0', 'X-Autogen-Tool: none', 'Auto-Submitted: no'],
  ])('%s', header => expect(reasonOf([header])).toBeNull());
});

describe('a program that answers by itself', () => {
  it.each([
    ...['X-Autoreply-Loop: 1', 'X-Auto-Reply: vacation', 'X-AutoReply-Sent: true', 'X-Autorespond-To: x'],
    ...['X-AUTO-GENERATED: yes', 'Auto-Submitted: auto-notified', 'X-Precedence: bulk', 'X-Machine-Generated: 1'],
    ...['X-Mailer: vacation autoreply 3', 'X-Autoanswer: on', 'X-Auto_Submitted: auto-replied'],
  ])('is known by %s', header => expect(reasonOf([header])).toBe('auto-submitted'));

  it.each([
    ...['Automatisk svar: Nex Board 101 bob', 'Autoresponse: away', 'Отсутствую: автоответ: Nex Board 101'],
    ...['Re: Automatische Antwort: Nex Board 101', '[Out of office] Nex Board 101', 'FW: Auto Reply: hello'],
    ...['Svar automatiskt: Nex Board 101', 'Automaattinen vastaus: Nex Board 101', '자동 회신: Nex Board 101'],
    ...['الرد التلقائي: Nex Board 101', 'Ответ (автоматический): Nex Board 101', '自動回覆: Nex Board 101'],
    ...['OOO: Nex Board 101', 'Out of the office until Monday', 'Automatická odpověď: Nex Board 101'],
    ...[
      'Read: Nex Board 101 bob',
      'Lu : Nex Board 101 bob',
      'Nicht gelesen: Nex Board 101',
      'Leído: Nex Board 101 bob',
    ],
  ])('is known by its Subject %s', subject => expect(reasonOf([], subject)).toBe('auto-submitted'));

  it.each([
    ...['\u{1f44d}\n\nPat reacted to your message:', '\u2764\ufe0f\n\nAna reaccionó mediante Gmail'],
    ...['\u{1f602}\nKim heeft gereageerd via Outlook', '\u{1f389}\n\nZoë hat per Gmail reagiert'],
  ])('is known by its reaction %j', text => expect(reasonOf([], undefined, text)).toBe('auto-submitted'));

  it.each(['\u{1f44d}', '\u{1f44d} well played', 'b3,a3\n\nI reacted to your move', 'Re: reading the rules'])(
    'is not taken for a person who writes %j',
    text => expect(reasonOf([], undefined, text)).toBeNull(),
  );
});

it('no name of a player makes a mail automatic', () => {
  for (const userid of ['autobahn', 'automat', 'read'])
    for (const subject of [`Re: Nex Board 101 ${userid}: your turn`, `New Nex Board 101 ${userid}: to move`])
      expect(reasonOf([], subject), subject).toBeNull();
});

describe('a server that could not deliver', () => {
  const COPY = 'Return-Path: <games@example.test>\nMessage-ID: <b.nex101.0.2.abc.def@example.test>\nSubject: Nex';
  const read = (...texts: readonly string[]): ReturnType<typeof readReturn> => {
    const raw = Buffer.from(`From: post_master@mx.test\n${texts.join('\n')}`);
    return readReturn(parse(raw, raw.length));
  };
  it.each([
    ['with its own words above a copy', 'The user does not exist.', '', 'We are sorry.', '', COPY],
    ['with an IP address', 'host mx.else.test [104.47.2.36] said: 550 5.1.1 no such user', '', COPY],
    ['with the version of a program', 'Exim 4.94.2 says: 550 unknown user bob@else.test', '', COPY],
    ['without a code', 'bob@else.test: no such user here', '', COPY],
    ['with 74.125.24.26', '74.125.24.26 failed after RCPT: 550-5.1.1 The account does not exist', '', COPY],
  ])('says that the address is dead: %s', (_, ...texts) => {
    const { recipients, messageIds } = read('', ...texts);
    expect(recipients.map(hasFailed)).toEqual([true]);
    expect(messageIds).toEqual(['<b.nex101.0.2.abc.def@example.test>']);
  });

  it.each([
    '553 5.1.3 https://www.spamhaus.org/query/ip/192.0.2.1',
    '550 5.1.1 blocked using zen.spamhaus.org',
    '554 rejected by bl.spamcop.net, see the list',
  ])('is no death if a list blocks us: %s', text => {
    expect(read('', text).recipients.map(hasFailed)).toEqual([false]);
    expect(read('', text).recipients.map(isRefusedByPolicy)).toEqual([true]);
  });

  const STATUS =
    'Content-Type: message/delivery-status\n\nReporting-MTA: dns; x\n\nFinal-Recipient: rfc822; bob@else.test\nAction: failed\nStatus: 5.1.1\n';
  const wrap = (type: string, boundary: string, ...inner: readonly string[]): string =>
    `Content-Type: ${type}; boundary=${boundary}\n\n${inner.map(each => `--${boundary}\n${each}\n`).join('')}--${boundary}--\n`;
  it.each([
    [
      'wrapped by a gateway',
      wrap('multipart/mixed', 'a', 'Content-Type: text/plain\n\nNote', wrap('multipart/report', 'b', STATUS)),
    ],
    [
      'signed',
      wrap('multipart/signed', 'a', wrap('multipart/report', 'b', STATUS), 'Content-Type: application/x\n\nx'),
    ],
    [
      'attached as a mail',
      wrap(
        'multipart/mixed',
        'a',
        `Content-Type: message/rfc822\n\nFrom: x@x.test\n${wrap('multipart/report', 'b', STATUS)}`,
      ),
    ],
  ])('is read wherever its report is: %s', (_, text) => {
    expect(read(text).recipients).toMatchObject([{ addresses: ['bob@else.test'], status: '5.1.1' }]);
  });
});

describe('a server that rejects an address', () => {
  it.each([
    ['dead', '550 <bob@example.test>: Recipient address rejected.'],
    [
      'dead',
      '550 5.4.1 Recipient address rejected: Access denied [SN1NAM02FT0011.eop-nam02.prod.protection.outlook.com]',
    ],
    ['policy', '554 5.7.1 <bob@example.test>: Recipient address rejected: Access denied'],
    ['policy', '550 <bob@example.test>: Recipient address rejected: blocked by policy'],
    ['policy', '554 <games@x.test>: Sender address rejected: Access denied'],
    ['policy', '550 From address rejected'],
    ['policy', '550 IP address rejected: Access denied'],
    ['content', '550 5.4.1 [internal]: host did not respond'],
  ])('means %s: %s', (meaning, answer) => expect(classifyAnswer(answer, 'rcpt')).toBe(meaning));
});

describe('what a gateway adds', () => {
  it.each([
    'CAUTION: This email originated from outside of Example Ltd.\nDo not click links.',
    "You don't often get email from games@x.test. Learn why this is important",
    'ACHTUNG: Diese E-Mail kommt von außerhalb der Organisation.',
    '[EXTERNAL EMAIL]\nBe careful with attachments.',
  ])('above the words goes: %j', banner => expect(removeBanner(`${banner}\n\nyes`, ear.marks.banner)).toBe('yes'));

  it.each(['c3,b2 is my move. Do not click links!', "c3,b2\nYou don't often get email from me :)"])(
    'is no move: %j',
    words => expect(removeBanner(`${words}\n\nAlice`, ear.marks.banner)).toBe(`${words}\n\nAlice`),
  );

  it.each([
    ...['[SUSPICIOUS] Re: ', '*** SPAM *** Re: ', 'Re: [Extern] ', '(Verdacht) AW: ', '{Spam?} Re: ', '<Extern> Re: '],
    ...[
      '【外部】Re: ',
      'External: Re: ',
      'Re: Відп.: ',
      'Отв: ',
      'Отн.: ',
      'ΑΠ: ',
      'Ynt: ',
      'SV: VB: ',
      'Atb.: ',
      'Fs: ',
    ],
  ])('before the Subject goes: %j', tag =>
    expect(stripReplyPrefixes(`${tag}Nex Board 101 bob`)).toBe('Nex Board 101 bob'),
  );
});

describe('what a program adds to a reply', () => {
  it.each([
    ['dashes behind the last word', 'b3,a3 --- On 21 Nov 2026 10:02 nexpost <games@x.test> wrote ---', '> x'],
    ['dashes without a blank', 'b3,a3---On Saturday games@x.test wrote:', '> x'],
    ['a longer rule', 'b3,a3 ------ 21/11/26 games@x.test:', '> x'],
    ['Hindi digits', 'b3,a3', '', 'शनि, २१ नव॰ २०२६ को nexpost <games@x.test> ने लिखा:', '', '> x'],
    ['no colon', 'b3,a3', '', '---- On Sat, 21 Nov 2026 10:02 nexpost <games@x.test> wrote ----', '', '> x'],
    ['a dash at the end', 'b3,a3', '', 'nexpost <games@x.test> kirjutas 21.11.2026 –', '', '> x'],
    [
      'a date above a gap',
      'b3,a3',
      '',
      'On Sat, Nov 21, 2026 at 10:07 PM nexpost',
      '',
      '<',
      'mailto:nexpost <games@x.test>',
      '> wrote:',
      FIRST,
    ],
    [
      'blanks as QQ writes them',
      'b3,a3',
      '',
      '-------&nbsp;原始邮件&nbsp;-------',
      '发件人:&nbsp;<games@x.test>',
      '主题:&nbsp;Nex',
      '',
      FIRST,
    ],
    ['Danish', 'b3,a3', '', '-------- Oprindelig besked --------', 'Fra: nexpost <games@x.test>', 'Emne: Nex', '', 'x'],
    ['Greek', 'b3,a3', '', '---- Αρχικό μήνυμα ----', 'Από: nexpost <games@x.test>', 'Θέμα: Nex', '', 'x'],
    ['one word', 'b3,a3', '', '----- Original -----', 'Von: nexpost <games@x.test>', 'Betreff: Nex', '', 'x'],
    ['Latvian', 'b3,a3', '', '-----Sākotnējā ziņa-----', 'No: <games@x.test>', 'Kam: Ana', '', 'x'],
    ['brackets', 'b3,a3', '', '[Sent from my iPad]'],
    ['a dash', 'b3,a3', '', '--- Sent with Proton Mail'],
    ['Arabic', 'b3,a3', '', 'أُرسلت من الـ iPhone'],
    ['Vietnamese', 'b3,a3', '', 'Đã gửi từ iPhone của tôi'],
    [
      'armour',
      '-----BEGIN PGP SIGNED MESSAGE-----',
      'Hash: SHA512',
      '',
      'b3,a3',
      '-----BEGIN PGP SIGNATURE-----',
      '',
      'iQ',
      '-----END PGP SIGNATURE-----',
    ],
  ])('goes: %s', (_, ...lines) => expect(typed(...lines)).toBe('b3,a3'));
});

describe('words in an old charset', () => {
  it.each([
    ['windows-31j', [0x82, 0xe6, 0x82, 0xeb], 'よろ'],
    ['x-sjis', [0x82, 0xe6], 'よ'],
    ['cp949', [0xc1, 0xc1, 0xbe, 0xc6], '좋아'],
    ['ks_c_5601-1987', [0xc1, 0xc1], '좋'],
    ['big5-hkscs', [0xa6, 0x6e], '好'],
    ['cp866', [0x8f, 0xe0, 0xa8], 'При'],
    ['macintosh', [0x8e], 'é'],
    ['cp852', [0xa5], 'ą'],
    ['utf-7', [...Buffer.from('Gr+APwA3w-e')], 'Grüße'],
  ])('%s', (charset, bytes, text) => {
    const raw = Buffer.concat([
      Buffer.from(`From: a@x.test\nContent-Type: text/plain; charset=${charset}\n\n`),
      Buffer.from(bytes),
    ]);
    expect(reading(raw, raw.length)).toMatchObject({ kind: 'read', text });
  });
});

describe('many references', () => {
  it.each([60, 400, 3_000])('%i of them end with the one that counts', count => {
    const ids = Array.from({ length: count }, (_, index) => `<m${index}@client.test>`);
    const raw = Buffer.from(`From: a@x.test\nReferences: ${ids.join('\n ')}\n\nb3`);
    expect(parse(raw, raw.length).references.at(-1)).toBe(ids.at(-1));
  });
});

describe('a picture of an emoji is its text', () => {
  it.each([
    [
      'Outlook',
      '<img data-outlook-trace="F:1" src="cid:1" alt="\u{1f44d}\u{1f3fd}" style="width:20px">',
      '\u{1f44d}\u{1f3fd}',
    ],
    [
      'Gmail',
      '<img data-emoji="\u2764\ufe0f" class="an1" alt="\u2764\ufe0f" src="https://x.test/e.png">',
      '\u2764\ufe0f',
    ],
    ['several people', '<span><img alt="\u{1f469}\u200d\u{1f4bb}"></span>', '\u{1f469}\u200d\u{1f4bb}'],
    ['a logo beside one', '<p><img alt="\u{1f604}"><img alt="resign"></p>', '\u{1f604}'],
  ])('%s', (_, html, text) => expect(textOfHtml(html)).toBe(text));
});

describe('one mail or two', () => {
  const causeAfter = (head: string, body = 'b3,a3'): string => {
    const raw = Buffer.from(`From: a@x.test\n${head}\n\n${body}\n`);
    return causeOf(parse(raw, raw.length), text => text);
  };
  const ID = 'Message-ID: <1@x.test>\nSubject: ';
  const on = (day: string, hop: string): string =>
    `Received: from ${hop} by y.test; Sun, 29 Nov 2026 10:02:03 +0000\nReceived: from p by x.test; ${day} Nov 2026 08:00:00 +0000\nSubject: Re`;
  it.each([
    ['one Message-ID for all mails, other words', `${ID}Re`, `${ID}Re`, 'c4', 2],
    ['one Message-ID for all mails, another Subject', `${ID}nex show 101`, `${ID}nex show 102`, 'b3,a3', 2],
    ['one Message-ID, the words set in', `${ID}Re`, `${ID}Re`, '  b3,a3', 1],
    ['one Message-ID and the same words, sent again later', `${ID}Re\nDate: 1`, `${ID}Re\nDate: 2`, 'b3,a3', 1],
    ['no Message-ID and no date, on two days', on('Sat, 28', 'q'), on('Sun, 29', 'q'), 'b3,a3', 2],
    ['no Message-ID and no date, two ways on one day', on('Sat, 28', 'q'), on('Sat, 28', 'r'), 'b3,a3', 1],
    [
      'no Message-ID, two dates',
      'Date: Sat, 28 Nov 2026 08:00:00 +0000',
      'Date: Sat, 28 Nov 2026 09:00:00 +0000',
      'b3,a3',
      2,
    ],
  ])('%s', (_, one, other, body, count) =>
    expect(new Set([causeAfter(one), causeAfter(other, body)]).size).toBe(count),
  );
});
