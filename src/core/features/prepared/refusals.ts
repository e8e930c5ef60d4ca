// The refusals of this feature, with the parts that their sentences may use.
export const refusals = {
  'if-unreadable': ['text'],
  'if-two-sides': ['example'],
  'if-your-turn': ['example'],
  'if-move-failed': [],
  'if-late': [],
  'path-over': ['move'],
  'path-turn': ['move', 'player'],
  'path-illegal': ['move', 'why'],
  'prepared-full': ['most'],
  'prepared-none': ['example'],
  'prepared-none-turn': ['example'],
  'prepared-none-over': [],
} as const;

type Refusals = typeof refusals;

declare module '#core/kernel/refusal.ts' {
  interface FeatureRefusals extends Refusals {}
}
