// The refusals of this feature, with the parts that their sentences may use.
import type { FeatureRefusals } from '#core/kernel/refusal.ts';

declare module '#core/kernel/refusal.ts' {
  interface FeatureRefusals {
    readonly 'export-nothing': readonly [];
    readonly 'export-today': readonly [];
  }
}

export const refusals = {
  'export-nothing': [],
  'export-today': [],
} satisfies Partial<FeatureRefusals>;
