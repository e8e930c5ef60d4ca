// The stored form of questions to the owner of an account: parked mails and alerts.
import * as z from 'zod';
import { limits } from '../kernel/limits.ts';
import { type DocumentDefinition, type Stored, instant, userid } from '../kernel/document-definition.ts';
import { DAY_MS } from '../kernel/time.ts';

declare module '../kernel/documents.ts' {
  interface Documents {
    readonly parked: ParkedMail;
    readonly alert: Alert;
  }
}

const parkedMailSchema = z.object({
  account: userid,
  from: z.string(),
  subject: z.string(),
  text: z.string(),
  /** The detail of our address that the mail was sent to. It holds a token, for example of a board. null: there was none. */
  detail: z.string().nullable(),
  messageId: z.string().nullable(),
  at: instant,
  spent: z.boolean(),
});

/** A mail whose sender is not proved, kept until the account's owner confirms it. */
export type ParkedMail = Stored<typeof parkedMailSchema>;

const alertSchema = z.object({
  /**
   * What an answer does. `change`: `no` undoes the change. `lock`: `yes` accepts passwords again, `no` switches them off.
   * `forget`: `yes` erases the player's data. `password`: `yes` sets the new password.
   */
  kind: z.enum(['change', 'lock', 'forget', 'password']),
  account: userid,
  /** The addresses that the notice was sent to: all that the account had then. */
  told: z.array(z.string()),
  at: instant,
  spent: z.boolean(),
  /** The hash of the new password that waits for `yes`. */
  passwordHash: z.string().exactOptional(),
});

/** A notice to the owner of an account, which the owner may answer for some days. */
export type Alert = Stored<typeof alertSchema>;

export const PARKED_MAIL: DocumentDefinition<'parked'> = {
  schema: parkedMailSchema,
  folder: 'parked',
  ifDamaged: 'Put a copy from a backup in its place, or move the file away: its owner is then not asked any more',
  isListedWhole: true,
  alarm: ({ at }) => at + limits.parkedDays * DAY_MS,
  prefetch: ({ account }) => [`account/${account}`],
  erase: (mail, { userid: gone, addresses }) => (mail.account === gone || addresses.includes(mail.from) ? null : mail),
};

export const ALERT: DocumentDefinition<'alert'> = {
  schema: alertSchema,
  folder: 'alerts',
  ifDamaged:
    'Put a copy from a backup in its place, or move the file away: what it told of can then not be undone any more',
  isListedWhole: true,
  alarm: ({ at }) => at + limits.parkedDays * DAY_MS,
  prefetch: ({ account, told }) => [`account/${account}`, ...told.map(address => `address/${address}` as const)],
  erase: (alert, { userid: gone, addresses }) => {
    if (alert.account === gone) return null;
    const told = alert.told.filter(address => !addresses.includes(address));
    return told.length === alert.told.length ? alert : { ...alert, told };
  },
};
