// The feature `holidays`: holidays, in which a player's clocks stop.
import type { Feature } from '#core/writing/feature.ts';
import { vacation } from './holidays.ts';

/** By code, the parts that the sentences of its refusals may use. */
const refusals = {
  'holiday-last-day': ['day'],
  'holiday-dates': ['example'],
  'holiday-past': ['from', 'today'],
  'holiday-far': ['most'],
  'holiday-overlap': ['from', 'to', 'number'],
  'holiday-full': ['year', 'left', 'most'],
  'holiday-none': ['number'],
  'calendar-full': ['most'],
  'calendar-full-today': ['most'],
} as const;

export const holidays = {
  refusals,
  commands: [vacation],
} satisfies Feature;
