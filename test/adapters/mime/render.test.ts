// MailPlan → bytes: always the same, nothing injected, every line short, and readable as it stands.
import fc from '#test/fast-check.ts';
import { simpleParser } from 'mailparser';
import { describe, expect, it } from 'vitest';
import { mime } from '#adapters/mime/index.ts';
import { parse } from '#adapters/mime/parse.ts';
import type { MailPlan } from '#core/writing/mail-plan.ts';
import { PLAN, pictureIn, toBytes } from './plan.ts';

const raw = async (over: Partial<MailPlan> = {}): Promise<string> =>
  toBytes(await mime.render({ ...PLAN, ...over }, [])).toString();
const unfolded = (text: string): string => (text.split('\r\n\r\n')[0] ?? '').replace(/\r\n[ \t]+/g, ' ');
const namesOf = (text: string): readonly string[] =>
  unfolded(text)
    .split('\r\n')
    .map(line => line.slice(0, line.indexOf(':')));

describe('a mail of ours', () => {
  it('is the same bytes for the same plan', async () => {
    expect(await raw()).toBe(await raw());
    expect(await raw({ id: 'other' })).not.toBe(await raw());
  });

  it('reads as it stands, when it is ASCII', async () => {
    const text = await raw({ html: null });
    expect(text).toContain('Content-Type: text/plain; charset=utf-8\r\n');
    expect(text).not.toContain('flowed');
    expect(text).toContain('\r\n  a\\   .  . >?  \\a\r\n');
    expect(text).toContain('Date: Sat, 21 Nov 2026 10:02:00 +0000\r\n');
  });

  it('puts text before HTML', async () => {
    const text = await raw();
    expect(text).toContain('multipart/alternative');
    expect(text.indexOf('text/plain')).toBeLessThan(text.indexOf('text/html'));
  });

  it('holds the picture beside the HTML, and files beside everything', async () => {
    const element = '<picture><source srcset="cid:dark.x@example.test"><img src="cid:board.x@example.test"></picture>';
    const picture = pictureIn(element);
    const files = [{ name: 'nexos-101.blksgf', text: '(;GM[Nexos])\n' }];
    const html = `<p>${element}</p>`;
    const light = Uint8Array.from({ length: 300 }, (_, i) => i % 256);
    const dark = Uint8Array.from({ length: 4_000 }, (_, i) => (i * 7) % 256);
    const bytes = toBytes(await mime.render({ ...PLAN, html, pictures: [picture], files }, [{ light, dark }]));
    for (const line of bytes.toString().split('\r\n')) expect(line.length).toBeLessThanOrEqual(200);
    const mail = await simpleParser(bytes, { skipImageLinks: true });
    expect(mail.text).toBe(PLAN.text);
    expect(mail.html).toContain('src="cid:board.x@example.test"');
    expect(mail.html).toContain(`srcset="data:image/png;base64,${Buffer.from(dark).toString('base64')}"`);
    expect(
      mail.attachments.map(({ contentType, contentDisposition, cid, filename }) => [
        contentType,
        contentDisposition,
        cid,
        filename,
      ]),
    ).toEqual([
      ['image/png', 'inline', 'board.x@example.test', 'board.png'],
      ['text/plain', 'attachment', undefined, 'nexos-101.blksgf'],
    ]);
    expect(mail.attachments.map(({ content }) => content)).toEqual([Buffer.from(light), Buffer.from(files[0]!.text)]);
  });

  it('goes without its picture where there is none', async () => {
    expect(toBytes(await mime.render({ ...PLAN, pictures: [pictureIn('')] }, [])).toString()).not.toContain(
      'image/png',
    );
  });

  it('holds a picture for the dark of any length', async () => {
    const element = '<source srcset="cid:dark.x@example.test">';
    const picture = pictureIn(element);
    for (let length = 40; length < 120; length++) {
      const dark = new Uint8Array(length).fill(length);
      const bytes = toBytes(
        await mime.render({ ...PLAN, html: element, pictures: [picture] }, [{ light: dark, dark }]),
      );
      for (const line of bytes.toString().split('\r\n')) expect(line.length).toBeLessThanOrEqual(200);
      const { html } = await simpleParser(bytes, { skipImageLinks: true });
      expect(html).toContain(`srcset="data:image/png;base64,${Buffer.from(dark).toString('base64')}"`);
    }
  });

  it('quotes long lines of ASCII as every reader understands them', async () => {
    const unit = fc.string({ unit: fc.constantFrom('=', ' ', '\t', 'a', '\n', '=3D', 'word '), maxLength: 400 });
    await fc.assert(
      fc.asyncProperty(unit, unit, async (before, after) => {
        const html = `${before}${'x'.repeat(1_000)}${after}|`;
        const bytes = toBytes(await mime.render({ ...PLAN, html }, []));
        const lines = bytes.toString().split('\r\n');
        expect(Math.max(...lines.map(line => line.length))).toBeLessThanOrEqual(76);
        expect(lines.filter(line => /[ \t]$/.test(line))).toEqual([]);
        const mail = await simpleParser(bytes);
        expect(String(mail.html).trimEnd()).toBe(html);
      }),
    );
  });

  it('comes back through the parser', async () => {
    const text = `${PLAN.text}– ü ${'long '.repeat(300)}\n.\nFrom here\n`;
    const bytes = toBytes(await mime.render({ ...PLAN, text }, []));
    const mail = parse(bytes, bytes.length);
    expect(mail.text.trimEnd()).toBe(`${PLAN.text}– ü ${'long '.repeat(300)}\n.\nFrom here`);
    expect(mail).toMatchObject({ subject: PLAN.subject, messageId: PLAN.messageId, references: PLAN.references });
  });

  it('lets no field become another header, a line too long or a stranger’s address', async () => {
    const nasty = fc.string({
      unit: fc.constantFrom('\r', '\n', '\0', 'Bcc: evil@x.test', '<', '>', ',', '"', 'é', ' ', 'a', '\t'),
    });
    const names = namesOf(await raw());
    await fc.assert(
      fc.asyncProperty(nasty, nasty, nasty, async (a, b, c) => {
        const text = await raw({
          subject: `Nex ${a}`,
          to: [{ address: 'alice@example.test', name: b }],
          inReplyTo: `<m1@client.test>${c}`,
          references: [`<m0@client.test>${c}`],
          text: `${a}${b}${'x'.repeat(2_000)}`,
        });
        expect(namesOf(text)).toEqual(names);
        expect(text.split('\r\n').every(line => line.length < 998 && !/[\r\n]/.test(line))).toBe(true);
      }),
    );
  });
});
