// Mails that are signed as one piece, encrypted, or in a form of Outlook's own.
import { describe, expect, it } from 'vitest';
import { reading } from '#adapters/mime/parse.ts';

/** As OpenSSL signs `b3,a3` and `Grüße`: with all lengths, and in pieces without them. */
const SIGNED = `MIH+BgkqhkiG9w0BBwKggfAwge0CAQExDTALBglghkgBZQMEAgEwTAYJKoZIhvcN
AQcBoD8EPUNvbnRlbnQtVHlwZTogdGV4dC9wbGFpbjsgY2hhcnNldD11dGYtOA0K
DQpiMyxhMw0KDQpHcsO8w59lDQoxgYowgYcCAQEwJDAMMQowCAYDVQQDDAFhAhRu
eoJcO0+qNsAAdIsMzQkCIRK0UDALBglghkgBZQMEAgEwDQYJKoZIhvcNAQEBBQAE
QFu+Fwrq1uOpM3tCVz2dBy1eIv2a3+1AT4rkPBhj+HKQj9F/ryoic9bTmHXrmLmJ
JL6RavxVWB6zYx7VAwAtnXc=`;
const STREAMED = `MIAGCSqGSIb3DQEHAqCAMIACAQExDTALBglghkgBZQMEAgEwgAYJKoZIhvcNAQcB
oIAkgAQ9Q29udGVudC1UeXBlOiB0ZXh0L3BsYWluOyBjaGFyc2V0PXV0Zi04DQoN
CmIzLGEzDQoNCkdyw7zDn2UNCgAAAAAAADGBijCBhwIBATAkMAwxCjAIBgNVBAMM
AWECFG56glw7T6o2wAB0iwzNCQIhErRQMAsGCWCGSAFlAwQCATANBgkqhkiG9w0B
AQEFAARAW74XCurW46kze0JXPZ0HLV4i/Zrf7UBPiuQ8GGP4cpCP0X+vKiJz1tOY
deuYuYkkvpFq/FVYHrNjHtUDAC2ddwAAAAAAAA==`;

const read = (body: string): ReturnType<typeof reading> => {
  const raw = Buffer.from(`From: a@x.test\nSubject: Re: Nex Board 101 bob\n${body}`);
  return reading(raw, raw.length);
};
const part = (type: string, body: string, encoding = 'base64'): string =>
  `Content-Type: ${type}\nContent-Transfer-Encoding: ${encoding}\n\n${body}\n`;
const mixed = (...parts: readonly string[]): string =>
  `Content-Type: multipart/mixed; boundary=x\n\n${parts.map(each => `--x\n${each}`).join('')}--x--\n`;
const field = (tag: number, ...content: readonly Buffer[]): Buffer => {
  const body = Buffer.concat(content);
  return Buffer.concat([Buffer.from([tag, 0x84, 0, 0, body.length >> 8, body.length & 0xff]), body]);
};

/** Signed data around a mail, or around what else stands in their place. */
const sign = (mail: string, octets = field(0x04, Buffer.from(mail))): string =>
  field(
    0x30,
    field(0x06, Buffer.from('x')),
    field(
      0xa0,
      field(
        0x30,
        field(0x02, Buffer.from([1])),
        field(0x31),
        field(0x30, field(0x06, Buffer.from('x')), field(0xa0, octets)),
        field(0x31),
      ),
    ),
  ).toString('base64');

const SMIME = 'application/pkcs7-mime; smime-type=signed-data; name="smime.p7m"';

describe('a mail that is signed as one piece', () => {
  it.each([
    ['by OpenSSL', part(SMIME, SIGNED), 'b3,a3\n\nGrüße'],
    ['in pieces', part(SMIME, STREAMED), 'b3,a3\n\nGrüße'],
    [
      'above the footer of a list',
      mixed(part(SMIME, SIGNED), part('text/plain', 'To unsubscribe, write to us', '7bit')),
      'b3,a3\n\nGrüße',
    ],
    ['in more bytes of length', part(SMIME, sign('Content-Type: text/plain\n\nc3')), 'c3'],
    ['twice', part(SMIME, sign(part(SMIME, sign('Content-Type: text/plain\n\nc3')))), 'c3'],
    ['with HTML', part(SMIME, sign('Content-Type: text/html\n\n<p>c3</p>')), 'c3'],
  ])('is read: %s', (_, body, text) => expect(read(body)).toMatchObject({ kind: 'read', text }));

  it.each([
    ['a signature alone', sign('', Buffer.alloc(0))],
    ['a number in place of the mail', sign('', field(0x02, Buffer.from('3')))],
    ['no more than a beginning', SIGNED.slice(0, 80)],
    ['a length beyond its end', Buffer.from([0x30, 0x84, 0xff, 0xff, 0xff, 0xff]).toString('base64')],
    ['a length of many bytes', Buffer.from([0x30, 0xff, ...Array<number>(200).fill(1)]).toString('base64')],
    ['nothing', ''],
  ])('is not read from %s', (_, body) => expect(read(part(SMIME, body)).kind).toBe('encrypted'));
});

describe('a mail whose words are locked away', () => {
  it.each([
    ['encrypted', part('application/pkcs7-mime; smime-type=enveloped-data', 'MIAGCSqGSIb3DQEHA6CA')],
    ['encrypted', part('application/x-pkcs7-mime', 'MIAGCSqGSIb3DQEHA6CA')],
    ['encrypted', part('multipart/encrypted; boundary=x', '--x\n\nx\n--x--', '7bit')],
    ['encrypted', mixed(part('text/plain', '', '7bit'), part('application/pgp-encrypted', 'x', '7bit'))],
    ['encrypted', part('text/plain', '\n-----BEGIN PGP MESSAGE-----\n\nx\n-----END PGP MESSAGE-----', '7bit')],
    ['rich-text', part('application/ms-tnef; name="winmail.dat"', 'eJ8+')],
    ['rich-text', mixed(part('application/vnd.ms-tnef', 'eJ8+'))],
    ['rich-text', part('application/octet-stream; name=WINMAIL.DAT', 'eJ8+')],
  ])('is known: %s', (kind, body) => expect(read(body)).toEqual({ kind }));

  it('of another person is an attachment', () => {
    const attached = `Content-Disposition: attachment; filename=smime.p7m\n${part(SMIME, sign('Content-Type: text/plain\n\nresign'))}`;
    expect(read(mixed(part('text/plain', '', '7bit'), attached))).toMatchObject({ kind: 'read', text: '' });
  });

  it('is read if it has words beside', () => {
    const words = part('text/plain', 'b3,a3', '7bit');
    for (const other of [
      'application/ms-tnef',
      'application/pkcs7-mime',
      'message/rfc822\n\nContent-Type: multipart/encrypted',
    ])
      expect(read(mixed(words, part(other, 'x', '7bit'))), other).toMatchObject({ kind: 'read', text: 'b3,a3' });
  });
});
