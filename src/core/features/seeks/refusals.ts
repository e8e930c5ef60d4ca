// The refusals of this feature, with the parts that their sentences may use.
import type { FeatureRefusals } from '#core/kernel/refusal.ts';

declare module '#core/kernel/refusal.ts' {
  interface FeatureRefusals {
    readonly 'seek-game': readonly ['game'];
    readonly 'seek-option': readonly ['game'];
    readonly 'seek-rating': readonly ['value'];
    readonly 'seek-code': readonly [];
    readonly 'seek-games': readonly ['most', 'game'];
    readonly 'seeks-full': readonly ['most'];
    readonly 'seeks-crowded': readonly [];
    readonly 'seeks-today': readonly ['most'];
    readonly 'seek-not-yours': readonly ['number'];
    readonly 'seek-over': readonly ['number'];
    readonly 'take-no-code': readonly ['number', 'code'];
    readonly 'take-own': readonly ['number'];
    readonly 'take-rating': readonly ['number', 'own', 'least', 'most', 'game'];
    readonly 'take-pair': readonly ['owner', 'game', 'board'];
    readonly 'take-limit': readonly ['game', 'name'];
    readonly 'take-later': readonly ['number', 'owner'];
  }
}

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
} satisfies Partial<FeatureRefusals>;
