// The refusals of this feature, with the parts that their sentences may use.
import type { FeatureRefusals } from '#core/kernel/refusal.ts';

declare module '#core/kernel/refusal.ts' {
  interface FeatureRefusals {
    readonly 'forget-asked': readonly ['most'];
    readonly 'forget-late': readonly ['days'];
  }
}

export const refusals = {
  'forget-asked': ['most'],
  'forget-late': ['days'],
} satisfies Partial<FeatureRefusals>;
