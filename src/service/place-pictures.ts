// Chooses the pictures of a mail, and replaces the others by what they show in text.
import { limits } from '#core/kernel/limits.ts';
import type { MailPicture, MailPlan } from '#core/wording/mail-plan.ts';
import type { BoardPng } from './ports.ts';

interface PlacedPictures {
  readonly mail: MailPlan;
  /** The pictures of the mail, in their order. */
  readonly pngs: readonly BoardPng[];
}

/** The bytes that a picture takes in a mail, light and dark, both in base64. */
const sizeOf = ({ light, dark }: BoardPng): number => ((light.length + dark.length) * 4) / 3;

/** `pngs`: null where a picture could not be made. The first picture always stays, the next ones as long as the mail is not too long. */
export function placePictures(mail: MailPlan, pngs: readonly (BoardPng | null)[]): PlacedPictures {
  let room = limits.mailWithPictures - mail.text.length - (mail.html?.length ?? 0);
  return mail.pictures.reduce<PlacedPictures>(
    (placed, picture, index) => {
      const png = pngs[index] ?? null;
      room -= png === null ? 0 : sizeOf(png);
      if (png === null || (room < 0 && index > 0)) return { ...placed, mail: replaceByText(placed.mail, picture) };
      return { mail: placed.mail, pngs: [...placed.pngs, png] };
    },
    { mail, pngs: [] },
  );
}

function replaceByText(mail: MailPlan, picture: MailPicture): MailPlan {
  const { inHtml, standIn } = picture;
  const pictures = mail.pictures.filter(each => each !== picture);
  return inHtml === null
    ? { ...mail, pictures, text: `${mail.text}\n\n${standIn}` }
    : { ...mail, pictures, html: mail.html?.replace(inHtml.element, () => standIn) ?? null };
}
