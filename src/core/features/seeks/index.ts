// The feature `seeks`: open challenges to any player who seeks the same.
import type { Feature } from '#core/writing/feature.ts';
import { seek, seekList, take } from './commands.ts';
import { decideSeek, playRobot, updateSeeks } from './decide-seek.ts';
import { seekEffects, SEEK } from './seek.ts';
import { messages } from './mails.ts';
import { seeksPage } from './page.ts';

/** By code, the parts that the sentences of its refusals may use. */
const refusals = {
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

export const seeks = {
  refusals,
  pages: [seeksPage],
  documents: { seek: SEEK },
  effects: seekEffects,
  messages,
  commands: [seek, seekList, take],
  alarms: { seek: ({ state, document, context }) => decideSeek(state, document, context) },
  acceptors: { offer: playRobot },
  reaction: (before, after, { now }) => updateSeeks(before, after, now),
} satisfies Feature;
