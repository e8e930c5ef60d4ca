// Bytes → Incoming: which part is the letter, what its bytes mean, who sent it; and mails made to hurt.
import { describe, expect, it } from 'vitest';
import { parse as parsed, peek as peeked } from '#adapters/mime/parse.ts';
import type { Incoming } from '#core/mail/incoming.ts';
import { limits } from '#core/kernel/limits.ts';

const HEAD = 'From: Alice <alice@example.test>\nTo: games@example.test\nSubject: x\n';

const parse = (text: string, encoding: BufferEncoding = 'latin1'): Incoming => {
  const raw = Buffer.from(text, encoding);
  return parsed(raw, raw.length);
};
const textOf = (text: string): string => parse(HEAD + text).text.trimEnd();
const plain = (charset: string, bytes: string): string =>
  textOf(`Content-Type: text/plain; charset=${charset}\n\n${bytes}`);

describe('the letter', () => {
  it.each([
    ['no body', '', ''],
    ['no Content-Type', '\nb3,a3', 'b3,a3'],
    ['a type nobody knows', 'Content-Type: nonsense\n\nb3,a3', 'b3,a3'],
    ['folded Content-Type', 'Content-Type: text/plain;\n\tcharset="utf-8"\n\nb3,a3', 'b3,a3'],
    ['an image', 'Content-Type: image/png\n\nb3,a3', ''],
    ['a text that is an attachment', 'Content-Type: text/plain\nContent-Disposition: attachment\n\nresign', ''],
    ['a multipart without boundary', 'Content-Type: multipart/mixed\n\nb3,a3', 'b3,a3'],
    ['a multipart without parts', 'Content-Type: multipart/mixed; boundary=x\n\nb3,a3', 'b3,a3'],
    ['a multipart without end', 'Content-Type: multipart/mixed; boundary=x\n\n--x\n\nb3,a3', 'b3,a3'],
    [
      'a boundary in quotes',
      'Content-Type: multipart/mixed; boundary="a b"\n\npreamble\n--a b\n\nb3,a3\n--a b--\nepilogue',
      'b3,a3',
    ],
    [
      'a boundary that another begins with',
      'Content-Type: multipart/mixed; boundary=x\n\n--x\n\nb3,a3\n--xy\nmore\n--x--',
      'b3,a3\n--xy\nmore',
    ],
    [
      'a boundary in the middle of a line',
      'Content-Type: multipart/mixed; boundary=x\n\n--x\n\nb3,a3 --x\n--x--',
      'b3,a3 --x',
    ],
    [
      'a mail within',
      'Content-Type: multipart/mixed; boundary=x\n\n--x\nContent-Type: message/rfc822\n\nSubject: y\n\nresign\n--x\n\nb3,a3\n--x--',
      'b3,a3',
    ],
    [
      'a calendar',
      'Content-Type: multipart/mixed; boundary=x\n\n--x\nContent-Type: text/calendar\n\nBEGIN\n--x\n\nb3,a3\n--x--',
      'b3,a3',
    ],
    ['an empty first part', 'Content-Type: multipart/mixed; boundary=x\n\n--x\n\n\n--x\n\nb3,a3\n--x--', 'b3,a3'],
    [
      'a letter cut by a picture',
      'Content-Type: multipart/mixed; boundary=x\n\n--x\n\nb3,a3\n--x\nContent-Type: image/png\nContent-Disposition: inline\n\nQQ==\n--x\n\nmore\n--x--',
      'b3,a3\nmore',
    ],
    [
      'a picture that is attached',
      'Content-Type: multipart/mixed; boundary=x\n\n--x\n\nb3,a3\n--x\nContent-Type: image/png\nContent-Disposition: attachment\n\nQQ==\n--x\n\nlist footer\n--x--',
      'b3,a3',
    ],
    [
      'related in alternative',
      'Content-Type: multipart/alternative; boundary=x\n\n--x\nContent-Type: multipart/related; boundary=y\n\n--y\nContent-Type: text/html\n\n<p>b3,a3</p>\n--y--\n--x--',
      'b3,a3',
    ],
    ['CR alone', '\nb3,a3', 'b3,a3'],
    ['a byte order mark', '\n\xef\xbb\xbfb3,a3', 'b3,a3'],
  ])('%s', (_, mail, text) => expect(textOf(mail)).toBe(text));

  it('with the line ends of old Macs', () => {
    expect(parse(`${HEAD}\nb3,a3\nhi`.replace(/\n/g, '\r')).text).toBe('b3,a3\nhi');
  });

  it('in HTML, where the plain part only says so', () => {
    const two = (first: string): string =>
      `Content-Type: multipart/alternative; boundary=x\n\n--x\n\n${first}\n--x\nContent-Type: text/html\n\n<p>b3,a3</p>\n--x--`;
    for (const stub of [
      '',
      ' \n ',
      '\xa0',
      'Your mail program cannot show HTML messages.',
      'View this email in your browser',
    ]) {
      expect(textOf(two(stub)), stub).toBe('b3,a3');
    }
    expect(textOf(two('c1,b1'))).toBe('c1,b1');
  });

  it('is not there when it is locked', () => {
    for (const type of ['multipart/encrypted; boundary=x', 'application/pkcs7-mime; smime-type=enveloped-data'])
      expect(() => parse(`${HEAD}Content-Type: ${type}\n\n--x\n\nx\n--x--`), type).toThrow('encrypted');
  });
});

describe('bytes', () => {
  it.each([
    ['utf-8', 'Gr\xc3\xbc\xc3\x9fe', 'Grüße'],
    ['us-ascii', 'Gr\xc3\xbc\xc3\x9fe', 'Grüße'],
    ['iso-8859-1', 'Gr\xfc\xdfe', 'Grüße'],
    ['utf-8', 'Gr\xfc\xdfe', 'Grüße'],
    ['klingon', 'Gr\xfc\xdfe', 'Grüße'],
    ['windows-1252', '\x93b3\x94 \x96 \x80', '“b3” – €'],
    ['iso-8859-2', 'P\xf8\xedklad', 'Příklad'],
    ['koi8-r', '\xf0\xd2\xc9\xd7\xc5\xd4', 'Привет'],
    ['ISO-2022-JP', '\x1b$B$h$m\x1b(B', 'よろ'],
    ['gb2312', '\xc4\xe3\xba\xc3', '你好'],
    ['utf-8', 'b3\x00,a3', 'b3\x00,a3'],
  ])('%s %j', (charset, bytes, text) => expect(plain(charset, bytes)).toBe(text));

  it.each([
    ['quoted-printable', 'b3,=\na3=20\n=E2=80=93 =zz 100%= x', 'b3,a3 \n– =zz 100%= x'],
    ['Quoted-Printable', 'b3,a3=0D=0Ahi', 'b3,a3\nhi'],
    ['base64', 'YjMsYTMNCmhp', 'b3,a3\nhi'],
    ['base64', 'YjMs\nYTM', 'b3,a3'],
    ['8bit', 'b3,a3', 'b3,a3'],
    ['x-unknown', 'b3,a3', 'b3,a3'],
  ])('%s', (encoding, bytes, text) =>
    expect(textOf(`Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: ${encoding}\n\n${bytes}`)).toBe(
      text,
    ),
  );

  it('say format=flowed in their own header alone', () => {
    const wide = `${'word '.repeat(14)}\nand on`;
    expect(textOf(`Content-Type: text/plain; format=flowed\n\n${wide}`)).toBe(wide.replace('\n', ''));
    expect(textOf(`\nContent-Type: text/plain; format=flowed\n${wide}`)).toContain('format=flowed\nword');
    const part = `--x\nContent-Type: text/plain; format="Flowed"; DelSp=Yes\n\n${wide}\n--x--`;
    expect(textOf(`Content-Type: multipart/mixed; boundary=x\n\n${part}`)).toBe(wide.replace(' \n', ''));
  });
});

describe('the sender', () => {
  const from = (value: string): readonly string[] =>
    parse(`From: ${value}\nSubject: x\n\nb3`).from.map(({ address }) => address);

  it.each([
    ['alice@example.test', ['alice@example.test']],
    ['"a\\"b" <ALICE@Example.TEST>', ['alice@example.test']],
    ['"alice@example.test" <evil@x.test>', ['evil@x.test']],
    ['alice@example.test <evil@x.test>', ['evil@x.test']],
    ['=?utf-8?q?alice=40example.test?= <evil@x.test>', ['evil@x.test']],
    ['alice@x.test (bob@y.test)', ['alice@x.test']],
    ['<alice@example.test> <bob@x.test>', ['alice@example.test', 'bob@x.test']],
    ['a@x.test, b@y.test', ['a@x.test', 'b@y.test']],
    ['Friends: a@x.test, b@y.test;', ['a@x.test', 'b@y.test']],
    ['alice@xn--bcher-kva.test', ['alice@xn--bcher-kva.test']],
    ['Alice (at (her) "home\\)") <alice@x.test>', ['alice@x.test']],
    ['"Bob, <b@y.test>" <alice@x.test>', ['alice@x.test']],
    ['Alice <office> <alice@x.test>', ['alice@x.test']],
    ['<alice@x.test <bob@y.test>', ['alice@x.test', 'bob@y.test']],
    ['alice@x.test bob@y.test', ['alice@x.test', 'bob@y.test']],
    ['"a b"@x.test', ['"a b"@x.test']],
    ['"a@y.test"@x.test', ['"a@y.test"@x.test']],
    ['alice@[192.0.2.1]', ['alice@[192.0.2.1]']],
    ['alice@y.test@x.test', []],
    ['alice <alice@x.test', []],
    ['"alice <alice@x.test>', []],
    ['=?utf-8?b?QWxpY2UgPGFsaWNlQGV4YW1wbGUudGVzdD4=?=', []],
    ['nobody', []],
    ['<>', []],
    ['undisclosed-recipients:;', []],
    ['', []],
  ])('%s', (value, addresses) => expect(from(value)).toEqual(addresses));

  it.each([
    ['Alice B. <a@x.test>', 'Alice B.'],
    ['"B, \\"Alice\\"" <a@x.test>', 'B, "Alice"'],
    ['=?utf-8?q?M=C3=BCller?= <a@x.test>', 'Müller'],
    ['"=?iso-8859-1?q?M=FCller?= Hans" <a@x.test>', 'Müller Hans'],
    ['=?UTF-8?Q?Jos=C3=A9_Garc=C3?=\n =?UTF-8?Q?=ADa?= <a@x.test>', 'José García'],
    ['M\xc3\xbcller <a@x.test>', 'Müller'],
    ['M\xfcller <a@x.test>', 'Müller'],
    ['a@x.test (Alice)', 'Alice'],
    ['"a@x.test" <a@x.test>', ''],
    ['a@x.test', ''],
  ])('%s has a name', (value, name) =>
    expect(parse(`From: ${value}\nSubject: x\n\nb3`).from).toEqual([{ address: 'a@x.test', name }]),
  );

  it.each(['From', 'Sender', 'To', 'Cc', 'Authentication-Results'])('%s is read whole or not at all', name => {
    const mail = (length: number): string =>
      `${name === 'From' ? '' : 'From: a@x.test\n'}${name}: (${'x'.repeat(length)}) a@x.test\n\nb3`;
    expect(() => parse(mail(limits.headerLength))).toThrow('beyond every limit');
    expect(parse(mail(limits.headerLength - 20)).text).toBe('b3');
    const { from } = peeked(Buffer.from(mail(limits.headerLength)), 10);
    expect(from.map(({ address }) => address)).toEqual(name === 'From' ? [] : ['a@x.test']);
  });

  it.each(['\u009b31m', '\u0085', '\u007f', '\u0001'])(
    'is nobody with the control character %j in the address',
    evil => {
      const head = HEAD.replace(/^From: .*$/m, `From: ali${evil}ce@x.test, "a${evil}b"@x.test, <a@${evil}x.test>`);
      expect(parse(`${head}\nb3`, 'utf8').from).toEqual([]);
    },
  );

  it('is counted by headers', () => {
    expect(parse('From: a@x.test\nFrom: b@y.test\n\nb3').fromHeaders).toBe(2);
    expect(parse('Subject: x\n\nb3').fromHeaders).toBe(0);
  });

  it('of a mail of which only the headers are read is one or none', () => {
    const peek = (value: string): readonly string[] =>
      peeked(Buffer.from(`From: ${value}\nSubject: x\n\nb3`), 10).from.map(({ address }) => address);
    expect(peek('"Alice, (x)" <Alice@Example.test>')).toEqual(['alice@example.test']);
    expect(peek('alice@example.test (Alice)')).toEqual(['alice@example.test']);
    for (const value of [
      'a@x.test, b@y.test',
      '<a@x.test> <b@y.test>',
      'a@x.test <b@y.test',
      'a@x.test b@y.test',
      '',
    ]) {
      expect(peek(value), value).toEqual([]);
    }
  });
});

describe('the envelope', () => {
  it('is decoded, unfolded and cut', () => {
    const mail = parse(
      `${HEAD.replace('Subject: x', 'Subject: =?utf-8?b?UmU6IE5leA==?=\n Board 101')}Delivered-To: Games+B.nex101.0.0.abc@example.test\nIn-Reply-To: <a@b.test> (x)\nReferences: <c@d.test>\n\t<a@b.test>\nMessage-ID: <m@x.test>\n\nb3`,
    );
    expect(mail).toMatchObject({
      subject: 'Re: Nex Board 101',
      recipients: ['games+b.nex101.0.0.abc@example.test', 'games@example.test'],
      inReplyTo: ['<a@b.test>'],
      references: ['<c@d.test>', '<a@b.test>'],
      messageId: '<m@x.test>',
    });
    expect(parse('Subject: =?utf-8?q?Re:_Nex_?= =?utf-8?q?Board_101?=\n\nb3').subject).toBe('Re: Nex Board 101');
    expect(parse(`${HEAD.replace('Subject: x', `Subject: ${'y'.repeat(2_000)}`)}\nb3`).subject.length).toBe(
      limits.subjectLength,
    );
  });

  it('of the same mail delivered twice has the same digest, also without Date and Message-ID', () => {
    const one = parse(`Received: first\n${HEAD}\nb3`);
    const two = parse(`Received: second\n${HEAD}\nb3`);
    expect(two.digest).toBe(one.digest);
    expect(parse(`${HEAD}\nc3`).digest).not.toBe(one.digest);
  });

  it.each([
    [
      'of another day',
      '',
      'Received: by x; Sat, 21 Nov 2026 10:00:00 +0000\n',
      'Received: by x; Sun, 22 Nov 2026 10:00:00 +0000\n',
    ],
    ['of another time', '', 'Date: Sat, 21 Nov 2026 10:00:00 +0000\n', 'Date: Sat, 21 Nov 2026 11:00:00 +0000\n'],
  ])('of the same words in a mail %s has another digest', (_, id, one, two) => {
    const [first, again, second] = [one, one, two].map(each => `${HEAD}${id}${each}\nshow`);
    expect(parse(`X-Added: by a server\n${again}`).digest).toBe(parse(first!).digest);
    expect(parse(second!).digest).not.toBe(parse(first!).digest);
    const peek = peeked(Buffer.from(second!), second!.length);
    expect(peek.digest).toBe(parse(second!).digest);
  });

  it.each([
    ['References', 60],
    ['In-Reply-To', 60],
    ['References', 1_000],
  ])('with %s of %i mails names the newest', (name, count) => {
    const ids = Array.from({ length: count }, (_each, at) => `<old.${at}.${'a'.repeat(30)}@b.test>`);
    const { references, inReplyTo } = parse(`${HEAD}${name}: ${ids.join('\n ')}\n <mine@b.test>\n\nb3`);
    const [found] = [references, inReplyTo].filter(each => each.length > 0);
    expect(found).toEqual([...ids.slice(-49), '<mine@b.test>']);
  });

  it('written anew with its Message-ID has the same digest', () => {
    const compose = (date: string, boundary: string, words = 'b3,a3'): string =>
      `${HEAD}Message-ID: <m@x.test>\nDate: ${date}\nContent-Type: multipart/alternative; boundary="${boundary}"\n\n` +
      `--${boundary}\nContent-Type: text/plain\n\n${words}\n--${boundary}\nContent-Type: text/html\n\n<p>${words}</p>\n--${boundary}--\n`;
    const { digest } = parse(compose('Sat, 21 Nov 2026 10:00:00 +0000', 'one'));
    expect(parse(compose('Sat, 21 Nov 2026 10:05:00 +0000', 'two')).digest).toBe(digest);
    expect(parse(compose('Sat, 21 Nov 2026 10:00:00 +0000', 'one', 'c3')).digest).not.toBe(digest);
  });

  it('has one digest whatever is changed that no signature binds, and however far it is read', () => {
    const mail = `${HEAD.replace('Subject: x', 'Subject: nex move 101')}DKIM-Signature: v=1\nContent-Type: text/plain\n\nb3,a3\n\nYour turn, Bob.\n`;
    const { digest } = parse(mail);
    for (const copy of [
      mail.replaceAll('\n', '\r\n'),
      mail.replace('Bob.\n', 'Bob.  \n\n\n'),
      mail.replace('turn, Bob', 'turn,   Bob'),
      mail.replace('text/plain', 'text/html'),
      mail.replace('Subject: nex move', 'Subject: \t nex \t  move'),
      mail.replace('Subject: nex move', `Subject: nex${' '.repeat(limits.subjectLength)}move`),
      mail.replace('Content-Type', 'X-Added: by a server\nContent-Type'),
      mail.replace('Content-Type', 'In-Reply-To: <a@b.test>\nContent-Type'),
    ]) {
      expect(parse(copy).digest).toBe(digest);
      expect(peeked(Buffer.from(copy), copy.length).digest).toBe(digest);
    }
  });
});

describe('mails made to hurt', () => {
  const html = (body: string): string => `${HEAD}Content-Type: text/html\n\n${body}`;
  const many: Record<string, string> = {
    'twenty thousand div': html(`b3,a3${'<div>'.repeat(20_000)}x`),
    'a megabyte of div': html(`b3,a3${'<div>'.repeat(190_000)}x`),
    'nested tables': html(`b3,a3${'<table><tr><td>'.repeat(60_000)}x`),
    'nested quotes': html(`b3,a3${'<blockquote>'.repeat(80_000)}x`),
    'angle brackets': html(`b3,a3<br>${'<'.repeat(900_000)}`),
    attributes: html(`b3,a3<a ${'b '.repeat(450_000)}>`),
    'a long line of blanks': html(`b3,a3<pre>${' '.repeat(900_000)}x</pre>`),
    'a long header': `${HEAD}X-A: x\n${' x\n'.repeat(250_000)}\nb3,a3`,
    'soft line ends': `${HEAD}Content-Transfer-Encoding: quoted-printable\n\nb3,a3\n${'=\n'.repeat(400_000)}`,
    'a long flowed paragraph': `${HEAD}Content-Type: text/plain; format=flowed\n\nb3,a3\n${`${'word '.repeat(14)}\n`.repeat(12_000)}`,
    'parameters without end': `${HEAD}Content-Type: text/plain${'; a="b'.repeat(10_000)}\n\nb3,a3`,
  };
  it.each(Object.entries(many))('%s', (_, mail) => {
    const before = process.cpuUsage();
    expect(parse(mail).text.startsWith('b3,a3')).toBe(true);
    const { user, system } = process.cpuUsage(before);
    // A bound against hanging: what was measured is below 0.3 s for each.
    expect((user + system) / 1_000).toBeLessThan(3_000);
  });

  it.each([
    [
      'nested parts',
      'too many parts',
      HEAD +
        Array.from({ length: 1_000 }, (_, i) => `Content-Type: multipart/mixed; boundary=b${i}\n\n--b${i}\n`).join(''),
    ],
    [
      'very many parts',
      'too many parts',
      `${HEAD}Content-Type: multipart/mixed; boundary=b\n\n${'--b\n\nx\n'.repeat(100_000)}`,
    ],
    ['many headers', 'beyond every limit', `${HEAD}${'X-A: x\n'.repeat(120_000)}\nb3,a3`],
    [
      'many recipients',
      'beyond every limit',
      `${HEAD.replace('games@', `${'a@x.test, '.repeat(80_000)}games@`)}\nb3,a3`,
    ],
  ])('%s are not read', (_, why, mail) => {
    expect(() => parse(mail)).toThrow(why);
    expect(peeked(Buffer.from(mail), mail.length).from).toEqual([{ address: 'alice@example.test', name: '' }]);
  });
});
