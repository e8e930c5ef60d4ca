// The refusals of this feature, with the parts that their sentences may use.
export const refusals = {
  'export-nothing': [],
  'export-today': [],
} as const;

type Refusals = typeof refusals;

declare module '#core/kernel/refusal.ts' {
  interface FeatureRefusals extends Refusals {}
}
