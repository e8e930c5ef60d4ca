// Reads the bytes of a received mail, for the service in memory (lab.ts) and for people at servers (e2e/player.ts).
import { type AddressObject, simpleParser } from 'mailparser';

export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly messageId: string;
  readonly inReplyTo: string | null;
  readonly references: readonly string[];
  /** Where a reply goes. */
  readonly replyTo: string;
  readonly headers: ReadonlyMap<string, unknown>;
  readonly raw: string;
}

export async function readMail(bytes: Buffer): Promise<ReceivedMail> {
  const mail = await simpleParser(bytes, { skipHtmlToText: true, skipTextToHtml: true });
  const from = firstOf(mail.from) ?? '';
  return {
    ...{ from, replyTo: firstOf(mail.replyTo) ?? from, inReplyTo: mail.inReplyTo ?? null, headers: mail.headers },
    ...{ subject: mail.subject ?? '', text: mail.text ?? '', messageId: mail.messageId ?? '', raw: bytes.toString() },
    to: [mail.to ?? []].flat().flatMap(each => each.value.map(({ address = '' }) => address)),
    html: typeof mail.html === 'string' ? mail.html : '',
    references: [mail.references ?? []].flat(),
  };
}

const firstOf = (field: AddressObject | undefined): string | undefined => field?.value[0]?.address;
