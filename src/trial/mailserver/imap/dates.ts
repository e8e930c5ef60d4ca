// Parses and formats IMAP dates. A day is a day of UTC.

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
export const day = 86_400_000;

/** `" 7-Feb-1994 21:52:25 +0000"` with its quotes. */
export function formatInternalDate(time: number): string {
  const date = new Date(time);
  const dayOfMonth = String(date.getUTCDate()).padStart(2);
  const month = months[date.getUTCMonth()] ?? '';
  return `"${dayOfMonth}-${month}-${date.getUTCFullYear()} ${date.toISOString().slice(11, 19)} +0000"`;
}

/** `undefined` for what is no date. */
export function parseInternalDate(text: string): number | undefined {
  const match = /^ ?(\d{1,2})-([A-Za-z]{3})-(\d{4}) (\d\d):(\d\d):(\d\d) ([+-])(\d\d)(\d\d)$/.exec(text);
  if (!match) return undefined;
  const [hours, minutes, seconds] = [Number(match[4]), Number(match[5]), Number(match[6])];
  const midnight = parseUtcDay(match[1], match[2], match[3]);
  const zone = (Number(match[8]) * 60 + Number(match[9])) * (match[7] === '-' ? -1 : 1);
  if (midnight === undefined || hours > 23 || minutes > 59 || seconds > 60) return undefined;
  return Math.max(0, midnight + ((hours * 60 + minutes - zone) * 60 + seconds) * 1000);
}

/** `1-Feb-1994`: the number of the day since 1970. */
export function parseDay(text: string): number | undefined {
  const match = /^ ?(\d{1,2})-([A-Za-z]{3})-(\d{4})$/.exec(text);
  const midnight = match && parseUtcDay(match[1], match[2], match[3]);
  return typeof midnight === 'number' ? midnight / day : undefined;
}

export const dayOf = (time: number): number => Math.floor(time / day);

function parseUtcDay(dayOfMonth?: string, month?: string, year?: string): number | undefined {
  const at = months.findIndex(name => name.toLowerCase() === month?.toLowerCase());
  const date = Number(dayOfMonth);
  return at < 0 || date < 1 || date > 31 ? undefined : Date.UTC(Number(year), at, date);
}
