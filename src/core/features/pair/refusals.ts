// The refusals of this feature, with the parts that their sentences may use.
import type { FeatureRefusals } from '#core/kernel/refusal.ts';

declare module '#core/kernel/refusal.ts' {
  interface FeatureRefusals {
    readonly 'pair-address': readonly ['address'];
    readonly 'pair-seek': readonly [];
  }
}

export const refusals = { 'pair-address': ['address'], 'pair-seek': [] } satisfies Partial<FeatureRefusals>;
