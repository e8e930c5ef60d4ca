// The refusals of this feature, with the parts that their sentences may use.
export const refusals = {
  'seek-game': ['game'],
  'seek-option': ['game'],
  'seek-rating': ['value'],
  'seek-code': [],
  'seek-games': ['most', 'game'],
  'seeks-full': ['most'],
  'seeks-crowded': [],
  'seeks-today': ['most'],
  'seek-not-yours': ['number'],
  'seek-over': ['number'],
  'take-no-code': ['number', 'code'],
  'take-own': ['number'],
  'take-rating': ['number', 'own', 'least', 'most', 'game'],
  'take-pair': ['owner', 'game', 'board'],
  'take-limit': ['game', 'name'],
  'take-later': ['number', 'owner'],
} as const;

type Refusals = typeof refusals;

declare module '#core/kernel/refusal.ts' {
  interface FeatureRefusals extends Refusals {}
}
