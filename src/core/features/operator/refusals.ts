// The refusals of this feature, with the parts that their sentences may use.
export const refusals = {
  'address-not-theirs': ['userid', 'address'],
  'address-last': ['userid'],
  'merge-same': ['userid'],
  'merge-boards': ['userid', 'most'],
  'merge-board': ['userid', 'game', 'number'],
} as const;

type Refusals = typeof refusals;

declare module '#core/kernel/refusal.ts' {
  interface FeatureRefusals extends Refusals {}
}
