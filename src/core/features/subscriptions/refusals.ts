// The refusals of this feature, with the parts that their sentences may use.
export const refusals = {
  'stop-which': ['board', 'userid', 'days'],
  'subscribe-own': ['game', 'number'],
  'subscribe-none': [],
  'subscribers-full': ['most'],
  'subscriptions-full': ['most'],
} as const;

type Refusals = typeof refusals;

declare module '#core/kernel/refusal.ts' {
  interface FeatureRefusals extends Refusals {}
}
