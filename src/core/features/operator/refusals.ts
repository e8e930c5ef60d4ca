// The refusals of this feature, with the parts that their sentences may use.
import type { FeatureRefusals } from '#core/kernel/refusal.ts';

declare module '#core/kernel/refusal.ts' {
  interface FeatureRefusals {
    readonly 'address-not-theirs': readonly ['userid', 'address'];
    readonly 'address-last': readonly ['userid'];
    readonly 'merge-same': readonly ['userid'];
    readonly 'merge-boards': readonly ['userid', 'most'];
    readonly 'merge-board': readonly ['userid', 'game', 'number'];
  }
}

export const refusals = {
  'address-not-theirs': ['userid', 'address'],
  'address-last': ['userid'],
  'merge-same': ['userid'],
  'merge-boards': ['userid', 'most'],
  'merge-board': ['userid', 'game', 'number'],
} satisfies Partial<FeatureRefusals>;
