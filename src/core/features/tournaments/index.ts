// The feature `tournaments`: round robins, Swisses and knock-outs, once or recurring.
import type { Feature } from '#core/writing/feature.ts';
import { gameTournament, tournament } from './commands.ts';
import { decideTournament } from './decide-tournament.ts';
import { SERIES, TOURNAMENT, tournamentEffects } from './tournament.ts';
import { updateTournaments } from './follow-up.ts';
import { updateRecurring, decideSeries } from './recurring.ts';
import { messages } from './mails.ts';
import { tournamentPage, tournamentsPage } from './pages.ts';

/** By code, the parts that the sentences of its refusals may use. */
const refusals = {
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
} as const;

export const tournaments = {
  refusals,
  pages: [tournamentsPage, tournamentPage],
  documents: { tournament: TOURNAMENT, series: SERIES },
  effects: tournamentEffects,
  messages,
  commands: [tournament, gameTournament],
  requests: { 'recurring-configured': updateRecurring },
  alarms: {
    tournament: ({ state, document, context }) => decideTournament(state, document, context),
    series: ({ state, document, context }) => decideSeries(state, document, context.now),
  },
  reaction: (before, after, { now }) => updateTournaments(before, after, now),
} satisfies Feature;
