// Holidays as people write them: what a text means on Thursday, 26 November 2026.
import { describe, expect, it } from 'vitest';
import { parseHolidayDates } from '#core/features/holidays/parse-dates.ts';

const TODAY = '2026-11-26';

describe('the days of a holiday', () => {
  it.each([
    ['2026-12-24..2027-01-02', '2026-12-24', '2027-01-02'],
    ['2026-12-01 2026-12-08', '2026-12-01', '2026-12-08'],
    ['2026-12-01 - 2026-12-08', '2026-12-01', '2026-12-08'],
    ['from 2026-12-01 to 2026-12-08', '2026-12-01', '2026-12-08'],
    ['1.12.-8.12.', '2026-12-01', '2026-12-08'],
    ['1.12. bis 8.12.', '2026-12-01', '2026-12-08'],
    ['vom 1.12.2026 bis zum 8.12.2026', '2026-12-01', '2026-12-08'],
    ['24.12.-2.1.', '2026-12-24', '2027-01-02'],
    ['until 5 December', '2026-11-26', '2026-12-05'],
    ['until December 5th', '2026-11-26', '2026-12-05'],
    ['bis 5. Dezember', '2026-11-26', '2026-12-05'],
    ["jusqu'au 5 décembre", '2026-11-26', '2026-12-05'],
    ['hasta el 5 de diciembre', '2026-11-26', '2026-12-05'],
    ['até 5 de dezembro de 2026', '2026-11-26', '2026-12-05'],
    ['du 1er au 8 décembre', '2026-12-01', '2026-12-08'],
    ['from 20 to 24 December', '2026-12-20', '2026-12-24'],
    ['20-24 December 2027', '2027-12-20', '2027-12-24'],
    ['vom 20. bis zum 24. Dezember', '2026-12-20', '2026-12-24'],
    ['del 20 al 24 de diciembre', '2026-12-20', '2026-12-24'],
    ['December 20 to 24', '2026-12-20', '2026-12-24'],
    ['24 to 20 December', null, null],
    ['December 24 to 20', null, null],
    ['20 to 24', null, null],
    ['du 1 décembre au 8 décembre', '2026-12-01', '2026-12-08'],
    ['December 24 to January 2', '2026-12-24', '2027-01-02'],
    ['24 December 2026 until 2 January 2027', '2026-12-24', '2027-01-02'],
    ['next week', '2026-11-30', '2026-12-06'],
    ['nächste Woche', '2026-11-30', '2026-12-06'],
    ['la semaine prochaine', '2026-11-30', '2026-12-06'],
    ['la próxima semana', '2026-11-30', '2026-12-06'],
    ['na próxima semana', '2026-11-30', '2026-12-06'],
    ['this week', '2026-11-26', '2026-11-29'],
    ['this weekend', '2026-11-28', '2026-11-29'],
    ['next weekend', '2026-12-05', '2026-12-06'],
    ['tomorrow', '2026-11-27', '2026-11-27'],
    ['from tomorrow until Friday', '2026-11-27', '2026-11-27'],
    ['today to Monday', '2026-11-26', '2026-11-30'],
    ['for 5 days', '2026-11-26', '2026-11-30'],
    ['two weeks', '2026-11-26', '2026-12-09'],
    ['zwei Wochen', '2026-11-26', '2026-12-09'],
    ['from 1 December for two weeks', '2026-12-01', '2026-12-14'],
    // A period that began yesterday begins today.
    ['25.11.-8.12.', '2026-11-26', '2026-12-08'],
    ['2026-11-25..2026-12-08', '2026-11-26', '2026-12-08'],
    ['yesterday until 1 December', '2026-11-26', '2026-12-01'],
    ['5 January', '2027-01-05', '2027-01-05'],
    ['24/12', '2026-12-24', '2026-12-24'],
    ['12/24/2026 - 12/31/2026', '2026-12-24', '2026-12-31'],
    // Two days in two orders, a day that does not exist, and other words.
    ['5/12', null, null],
    ['30.2.', null, null],
    ['2026-12-08..2026-12-01', null, null],
    ['some day', null, null],
    ['', null, null],
    ['cancel', null, null],
    ['1.12. 2.12. 3.12.', null, null],
  ])('%s', (text, from, to) => {
    expect(parseHolidayDates(text, TODAY)).toEqual(from === null ? null : { from, to });
  });
});
