// The refusals of this feature, with the parts that their sentences may use.
export const refusals = {
  'forget-asked': ['most'],
  'forget-late': ['days'],
} as const;

type Refusals = typeof refusals;

declare module '#core/kernel/refusal.ts' {
  interface FeatureRefusals extends Refusals {}
}
