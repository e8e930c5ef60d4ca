// The refusals of this feature, with the parts that their sentences may use.
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
} as const;

type Refusals = typeof refusals;

declare module '#core/kernel/refusal.ts' {
  interface FeatureRefusals extends Refusals {}
}
