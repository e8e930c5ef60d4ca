// The refusals of this feature, with the parts that their sentences may use.
import type { FeatureRefusals } from '#core/kernel/refusal.ts';

declare module '#core/kernel/refusal.ts' {
  interface FeatureRefusals {
    readonly 'holiday-last-day': readonly ['day'];
    readonly 'holiday-dates': readonly ['example'];
    readonly 'holiday-past': readonly ['from', 'today'];
    readonly 'holiday-far': readonly ['most'];
    readonly 'holiday-overlap': readonly ['from', 'to', 'number'];
    readonly 'holiday-full': readonly ['year', 'left', 'most'];
    readonly 'holiday-none': readonly ['number'];
    readonly 'calendar-full': readonly ['most'];
    readonly 'calendar-full-today': readonly ['most'];
  }
}

export const refusals = {
  'holiday-last-day': ['day'],
  'holiday-dates': ['example'],
  'holiday-past': ['from', 'today'],
  'holiday-far': ['most'],
  'holiday-overlap': ['from', 'to', 'number'],
  'holiday-full': ['year', 'left', 'most'],
  'holiday-none': ['number'],
  'calendar-full': ['most'],
  'calendar-full-today': ['most'],
} satisfies Partial<FeatureRefusals>;
