// The refusals of this feature, with the parts that their sentences may use.
import type { FeatureRefusals } from '#core/kernel/refusal.ts';

declare module '#core/kernel/refusal.ts' {
  interface FeatureRefusals {
    readonly 'hint-counted': readonly [];
    readonly 'hint-copied': readonly ['game', 'number'];
    readonly 'hint-crowded': readonly ['game'];
    readonly 'hints-full': readonly ['most'];
    readonly 'analysis-counted': readonly [];
    readonly 'analysis-two': readonly [];
    readonly 'analysis-no-move': readonly [];
    readonly 'analyses-full': readonly ['most'];
    readonly 'review-no-robots': readonly [];
    readonly 'review-waits': readonly [];
    readonly 'reviews-full': readonly ['most'];
    readonly 'reviews-busy': readonly [];
  }
}

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
} satisfies Partial<FeatureRefusals>;
