// The refusals of this feature, with the parts that their sentences may use.
import type { FeatureRefusals } from '#core/kernel/refusal.ts';

declare module '#core/kernel/refusal.ts' {
  interface FeatureRefusals {
    readonly 'rename-guests': readonly ['userid'];
    readonly 'rename-late': readonly ['userid'];
  }
}

export const refusals = {
  'rename-guests': ['userid'],
  'rename-late': ['userid'],
} satisfies Partial<FeatureRefusals>;
