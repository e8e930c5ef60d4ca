// The refusals of this feature, with the parts that their sentences may use.
import type { FeatureRefusals } from '#core/kernel/refusal.ts';

declare module '#core/kernel/refusal.ts' {
  interface FeatureRefusals {
    readonly 'broadcast-games': readonly ['least', 'finished'];
    readonly 'broadcast-week': readonly ['days'];
    readonly 'broadcast-day': readonly ['most'];
  }
}

export const refusals = {
  'broadcast-games': ['least', 'finished'],
  'broadcast-week': ['days'],
  'broadcast-day': ['most'],
} satisfies Partial<FeatureRefusals>;
