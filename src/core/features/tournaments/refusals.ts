// The refusals of this feature, with the parts that their sentences may use.
export const refusals = {
  'tournament-two': ['game'],
  'tournament-time': ['most'],
  'tournament-option': ['option', 'allowed'],
  'tournament-rounds': [],
  'tournament-own': ['number'],
  'tournament-games': ['least', 'finished'],
  'tournament-running': ['number'],
  'tournament-once': ['number'],
  'tournament-full': ['number', 'most'],
  'tournament-entries': ['most'],
  'tournament-not-in': ['number'],
  'tournament-not-yours': ['number'],
  'tournament-few': ['number', 'entered'],
} as const;

type Refusals = typeof refusals;

declare module '#core/kernel/refusal.ts' {
  interface FeatureRefusals extends Refusals {}
}
