// `vacation`: books, shows and cancels holidays, which stop the player's clocks.
import { no, ok } from '#games/kit/result.ts';
import { bookHoliday, cancelHoliday, listHolidays } from './holidays.ts';
import { isDay } from '#core/kernel/calendar.ts';
import type { Command } from '#core/reading/command.ts';
import { parseCredentials } from '#core/reading/credentials.ts';
import { refused } from '#core/kernel/refusal.ts';

/** Two days with dots, a dash or a word between them; one day alone is a holiday as well. */
const RANGE = /^(\d{4}-\d{2}-\d{2})(?: ?(?:\.{2,3}|–|—|-|to|until|bis) ?(\d{4}-\d{2}-\d{2}))?$/;
const EXAMPLE = 'vacation 2026-12-24..2027-01-02';

export const vacation: Command = {
  name: 'vacation',
  aliases: ['holiday', 'holidays', 'vacations'],
  scope: 'server',
  usage: 'vacation [userid password] [from..to | list | cancel n]',
  example: 'vacation list',
  permission: 'account',
  parse: commandLine => {
    const { credentials, rest } = parseCredentials(commandLine, 0);
    const text = rest.join(' ').toLowerCase();
    if (text === '' || text === 'list') return ok({ credentials, run: listHolidays });
    const [, number] = /^cancel (?:no\.? ?|number |#)?(\d{1,3})$/.exec(text) ?? [];
    if (number !== undefined) return ok({ credentials, run: context => cancelHoliday(context, Number(number)) });
    const [, from = '', to = from] = RANGE.exec(text) ?? [];
    if (!isDay(from) || !isDay(to) || to < from) return no(refused('holiday-dates', { example: EXAMPLE }));
    return ok({ credentials, run: context => bookHoliday(context, { from, to }) });
  },
};
