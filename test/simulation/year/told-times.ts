// The ends of turns that a mail tells, as instants: read from its words and reckoned with the system's calendar alone.
import type { Instant } from '#core/kernel/time.ts';

/** An end as a mail tells it, to the minute; an hour that a zone has twice is two instants. */
export interface ToldEnd {
  /** Whose time it is; `You` is the reader. */
  readonly player: string;
  readonly earliest: Instant;
  readonly latest: Instant;
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const formats = new Map<string, Intl.DateTimeFormat>();

function wallOf(zone: string, at: Instant): Instant {
  const format =
    formats.get(zone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
  formats.set(zone, format);
  return Date.parse(`${format.format(at).replace(' ', 'T')}Z`);
}

/** `2026-12-24`, the day it is in a zone. */
export const dayIn = (zone: string, at: Instant): string => new Date(wallOf(zone, at)).toISOString().slice(0, 10);

/** The instants at which clocks of a zone show this time, told as if it were UTC. */
function instantsOf(zone: string, wall: Instant): readonly Instant[] {
  const day = 86_400_000;
  const offsets = [wall - day, wall + day].map(at => wallOf(zone, at) - at);
  return [...new Set(offsets.map(offset => wall - offset))].filter(at => wallOf(zone, at) === wall);
}

const UNTIL = /(\S+) (?:have|has) until (\d+) (\w{3})\w* (\d{4}), (\d\d):(\d\d) \(([\w/+-]+)\)/g;

/** Every end that a text tells. */
export const endsIn = (text: string): readonly ToldEnd[] =>
  [...text.replace(/\s+/g, ' ').matchAll(UNTIL)].map(
    ([told, player = '', day, month, year, hour, minute, zone = '']) => {
      const wall = Date.UTC(Number(year), MONTHS.indexOf(month ?? ''), Number(day), Number(hour), Number(minute));
      const instants = instantsOf(zone, wall);
      if (instants.length === 0) throw new Error(`no such time: ${told}`);
      return { player, earliest: Math.min(...instants), latest: Math.max(...instants) };
    },
  );
