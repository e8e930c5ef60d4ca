// The refusals of this feature, with the parts that their sentences may use.
import type { FeatureRefusals } from '#core/kernel/refusal.ts';

declare module '#core/kernel/refusal.ts' {
  interface FeatureRefusals {
    readonly 'if-unreadable': readonly ['text'];
    readonly 'if-two-sides': readonly ['example'];
    readonly 'if-your-turn': readonly ['example'];
    readonly 'if-move-failed': readonly [];
    readonly 'if-late': readonly [];
    readonly 'path-over': readonly ['move'];
    readonly 'path-turn': readonly ['move', 'player'];
    readonly 'path-illegal': readonly ['move', 'why'];
    readonly 'prepared-full': readonly ['most'];
    readonly 'prepared-none': readonly ['example'];
    readonly 'prepared-none-turn': readonly ['example'];
    readonly 'prepared-none-over': readonly [];
  }
}

export const refusals = {
  'if-unreadable': ['text'],
  'if-two-sides': ['example'],
  'if-your-turn': ['example'],
  'if-move-failed': [],
  'if-late': [],
  'path-over': ['move'],
  'path-turn': ['move', 'player'],
  'path-illegal': ['move', 'why'],
  'prepared-full': ['most'],
  'prepared-none': ['example'],
  'prepared-none-turn': ['example'],
  'prepared-none-over': [],
} satisfies Partial<FeatureRefusals>;
