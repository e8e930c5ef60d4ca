// Which pictures of a mail stay: the first one always, the next ones as long as the mail is not too long.
import { describe, expect, it } from 'vitest';
import { limits } from '#core/kernel/limits.ts';
import type { MailPicture } from '#core/writing/mail-plan.ts';
import type { BoardPng } from '#service/ports.ts';
import { placePictures } from '#service/commit-request.ts';
import { PLAN } from '#test/adapters/mime/plan.ts';

const pictureOf = (name: string): MailPicture => ({
  drawing: { width: 1, height: 1, marks: [] } as unknown as MailPicture['drawing'],
  inHtml: { cid: name, darkCid: `dark.${name}`, element: `<img ${name}>` },
  standIn: `<pre>${name} in letters</pre>`,
});

const pngOf = (bytes: number): BoardPng => ({ light: new Uint8Array(bytes / 2), dark: new Uint8Array(bytes / 2) });

const pictures = ['one', 'two', 'three'].map(pictureOf);
const mail = { ...PLAN, pictures, html: pictures.map(({ inHtml }) => inHtml!.element).join('') };
const names = (shown: readonly MailPicture[]): readonly string[] => shown.map(({ inHtml }) => inHtml!.cid);

describe('the pictures of a mail', () => {
  it('stay together where there is room', () => {
    const placed = placePictures(mail, [pngOf(9_000), pngOf(9_000), pngOf(9_000)]);
    expect(placed.mail).toEqual(mail);
    expect(placed.pngs).toHaveLength(3);
  });

  it('give way to letters where the mail would be too long, but for the first', () => {
    const large = pngOf(limits.mailWithPictures);
    const placed = placePictures(mail, [large, pngOf(10), pngOf(10)]);
    expect(names(placed.mail.pictures)).toEqual(['one']);
    expect(placed.mail.html).toBe('<img one><pre>two in letters</pre><pre>three in letters</pre>');
    expect(placed.pngs).toEqual([large]);
  });

  it('give way to letters where one cannot be made, and the others keep their places', () => {
    const [first, third] = [pngOf(10), pngOf(20)];
    const placed = placePictures(mail, [first, null, third]);
    expect(names(placed.mail.pictures)).toEqual(['one', 'three']);
    expect(placed.pngs).toEqual([first, third]);
    expect(placed.mail.html).toBe('<img one><pre>two in letters</pre><img three>');
  });
});
