// The refusals of this feature, with the parts that their sentences may use.
import type { FeatureRefusals } from '#core/kernel/refusal.ts';

declare module '#core/kernel/refusal.ts' {
  interface FeatureRefusals {
    readonly 'stop-which': readonly ['board', 'userid', 'days'];
    readonly 'subscribe-own': readonly ['game', 'number'];
    readonly 'subscribe-none': readonly [];
    readonly 'subscribers-full': readonly ['most'];
    readonly 'subscriptions-full': readonly ['most'];
  }
}

export const refusals = {
  'stop-which': ['board', 'userid', 'days'],
  'subscribe-own': ['game', 'number'],
  'subscribe-none': [],
  'subscribers-full': ['most'],
  'subscriptions-full': ['most'],
} satisfies Partial<FeatureRefusals>;
