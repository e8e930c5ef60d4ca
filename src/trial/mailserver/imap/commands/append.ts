// APPEND and IDLE: the commands by which new mail arrives.
import { parseInternalDate } from '../dates.ts';
import { parseFlags } from '../flags.ts';
import { createBad } from '../command-refused.ts';
import { mailboxOf, completeOk, type Completion, type Session, type ImapCommands } from '../session.ts';
import { demandNoMore, textOf, type TaggedCommand, type Token } from '../tokens.ts';

export const arrivalCommands: ImapCommands = {
  APPEND: { needs: 'login', run: append },
  IDLE: {
    needs: 'login',
    run: (session, { tag, args }) => {
      demandNoMore(args, 0);
      session.idle = tag;
      session.say('+ idling');
      return 'later';
    },
  },
};

async function append(session: Session, { args }: TaggedCommand): Promise<Completion> {
  const mailbox = await mailboxOf(session, args[0], 'TRYCREATE');
  const mail = args.at(-1);
  if (args.length < 2 || mail?.kind !== 'string') throw createBad('the message is missing');
  const { flags, date } = parseOptions(args.slice(1, -1));
  const uid = await mailbox.add({ chunks: [mail.bytes], flags, date });
  return completeOk(`[APPENDUID ${mailbox.uidvalidity} ${uid ?? 0}] stored`);
}

/** Flags and date, both may be left out, in this order. */
function parseOptions(options: readonly Token[]): { flags: readonly string[]; date: number } {
  const [first, ...others] = options;
  const [date, ...more] = first?.kind === 'list' ? others : options;
  if (more.length > 0) throw createBad('flags in parentheses, then the date, then the message');
  const flags = first?.kind === 'list' ? parseFlags([first]) : [];
  return { flags, date: date ? dateOf(date) : Date.now() };
}

function dateOf(token: Token): number {
  const time = parseInternalDate(textOf(token, 'the date'));
  if (time === undefined) throw createBad('that is no date');
  return time;
}
