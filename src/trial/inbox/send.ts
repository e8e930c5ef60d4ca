// Sends a mail written in the inbox by SMTP from the writer's own address, like any mail program.
import { createTransport } from 'nodemailer';
import { z } from 'zod';
import { inboxLimits } from './limits.ts';
import type { OpenedMail } from './read-mail.ts';
import type { WrittenMail } from './shapes.ts';

const createLineSchema = (most: number): z.ZodString =>
  z
    .string()
    .max(most)
    .regex(/^[^\x00-\x1f\x7f]*$/);

const written = z.strictObject({
  to: createLineSchema(inboxLimits.toLength).min(1),
  subject: createLineSchema(inboxLimits.subjectLength),
  text: z.string().max(inboxLimits.writtenLength),
  answers: z.int().positive().max(inboxLimits.uid).nullable(),
});

/** null: not a valid mail, or one over the limits. */
export function parseWrittenMail(json: unknown): WrittenMail | null {
  const read = written.safeParse(json);
  return read.success ? read.data : null;
}

/** The server refused the mail, with its answer. */
export class MailRefused extends Error {}

/** `thread`: of the mail it answers. Rejects with MailRefused if the server refuses the mail. */
export async function sendMail(
  port: number,
  from: string,
  { to, subject, text }: WrittenMail,
  thread: OpenedMail['thread'] | null,
): Promise<void> {
  const transport = createTransport({
    ...{ host: '127.0.0.1', port, secure: false, ignoreTLS: true, auth: { user: from, pass: 'any' } },
    ...{ connectionTimeout: inboxLimits.answerMs, greetingTimeout: inboxLimits.answerMs },
    ...{ socketTimeout: inboxLimits.answerMs, disableFileAccess: true, disableUrlAccess: true },
  });
  try {
    await transport.sendMail({ from, to, subject, text, ...threadOf(thread) });
  } catch (error) {
    const { response, code } = error as { readonly response?: string; readonly code?: string };
    if (response !== undefined || code === 'EENVELOPE') throw new MailRefused(response ?? (error as Error).message);
    throw error;
  } finally {
    transport.close();
  }
}

/** RFC 5322 3.6.4. */
const threadOf = (thread: OpenedMail['thread'] | null): { inReplyTo?: string; references?: string[] } =>
  thread === null || thread.messageId === ''
    ? {}
    : { inReplyTo: thread.messageId, references: [...thread.references, thread.messageId] };
