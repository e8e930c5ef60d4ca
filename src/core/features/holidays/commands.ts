// `vacation`: books, shows and cancels holidays, which stop the player's clocks.
import { no, ok } from '#games/kit/result.ts';
import { bookHoliday, cancelHoliday, listHolidays } from './holidays.ts';
import { parseHolidayDates } from './parse-dates.ts';
import { computeCalendar, dayAt } from '#core/kernel/calendar.ts';
import { type CommandContext, type Decision, deny } from '#core/decision/decision.ts';
import type { Command } from '#core/reading/command.ts';
import { parseCredentials } from '#core/reading/credentials.ts';
import { refused } from '#core/kernel/refusal.ts';

const EXAMPLE = 'vacation 2026-12-24..2027-01-02';

/** Days without a year are read anew when the holiday is booked: this one only shows whether the text names any. */
const ANY_DAY = '2026-01-01';

export const vacation: Command = {
  name: 'vacation',
  aliases: ['holiday', 'holidays', 'vacations'],
  scope: 'server',
  takesAnyWords: true,
  usage: 'vacation [userid password] [from..to | list | cancel n]',
  example: 'vacation list',
  permission: 'account',
  parse: commandLine => {
    // A player may be called `until`: what names days as a whole holds no password.
    const typed = commandLine.words.join(' ').toLowerCase();
    if (parseHolidayDates(typed, ANY_DAY) !== null) return ok({ run: context => bookDays(context, typed) });
    const { credentials, rest } = parseCredentials(commandLine, 0);
    const text = rest.join(' ').toLowerCase();
    if (text === '' || text === 'list') return ok({ credentials, run: listHolidays });
    const [, number] = /^cancel (?:no\.? ?|number |#)?(\d{1,3})$/.exec(text) ?? [];
    if (number !== undefined) return ok({ credentials, run: context => cancelHoliday(context, Number(number)) });
    if (parseHolidayDates(text, ANY_DAY) === null) return no(refused('holiday-dates', { example: EXAMPLE }));
    return ok({ credentials, run: context => bookDays(context, text) });
  },
};

function bookDays(context: CommandContext, text: string): Decision {
  const { zone } = computeCalendar(context.state.account(context.actor ?? '')?.calendar ?? []);
  const holiday = parseHolidayDates(text, dayAt(zone, context.now));
  return holiday === null ? deny(refused('holiday-dates', { example: EXAMPLE })) : bookHoliday(context, holiday);
}
