// The refusals of this feature, with the parts that their sentences may use.
import type { FeatureRefusals } from '#core/kernel/refusal.ts';

declare module '#core/kernel/refusal.ts' {
  interface FeatureRefusals {
    readonly 'tournament-two': readonly ['game'];
    readonly 'tournament-time': readonly ['most'];
    readonly 'tournament-option': readonly ['option', 'allowed'];
    readonly 'tournament-rounds': readonly [];
    readonly 'tournament-own': readonly ['number'];
    readonly 'tournament-games': readonly ['least', 'finished'];
    readonly 'tournament-running': readonly ['number'];
    readonly 'tournament-once': readonly ['number'];
    readonly 'tournament-full': readonly ['number', 'most'];
    readonly 'tournament-entries': readonly ['most'];
    readonly 'tournament-not-in': readonly ['number'];
    readonly 'tournament-not-yours': readonly ['number'];
    readonly 'tournament-few': readonly ['number', 'entered'];
  }
}

export const refusals = {
  'tournament-two': ['game'],
  'tournament-time': ['most'],
  'tournament-option': ['option', 'allowed'],
  'tournament-rounds': [],
  'tournament-own': ['number'],
  'tournament-games': ['least', 'finished'],
  'tournament-running': ['number'],
  'tournament-once': ['number'],
  'tournament-full': ['number', 'most'],
  'tournament-entries': ['most'],
  'tournament-not-in': ['number'],
  'tournament-not-yours': ['number'],
  'tournament-few': ['number', 'entered'],
} satisfies Partial<FeatureRefusals>;
