// The refusals of this feature, with the parts that their sentences may use.
export const refusals = {
  'hint-counted': [],
  'hint-copied': ['game', 'number'],
  'hint-crowded': ['game'],
  'hints-full': ['most'],
  'analysis-counted': [],
  'analysis-two': [],
  'analysis-no-move': [],
  'analyses-full': ['most'],
  'review-no-robots': [],
  'review-waits': [],
  'reviews-full': ['most'],
  'reviews-busy': [],
} as const;

type Refusals = typeof refusals;

declare module '#core/kernel/refusal.ts' {
  interface FeatureRefusals extends Refusals {}
}
