// The events of tournaments, and how each changes the documents.
import { type Series, type Tournament, TOURNAMENTS } from './tournament.ts';
import type { Effects } from '../state/effects.ts';

export type TournamentEvent =
  /** A new one, by the next number. */
  | { readonly kind: 'tournament-opened'; readonly tournament: Tournament }
  | { readonly kind: 'tournament-changed'; readonly tournament: Tournament }
  | { readonly kind: 'series-changed'; readonly series: Series };

export const tournamentEffects: Effects<TournamentEvent> = {
  'tournament-opened': (_, { tournament }) => [
    [`tournament/${tournament.number}`, tournament],
    [`counter/${TOURNAMENTS}`, { next: tournament.number + 1 }],
  ],
  'tournament-changed': (_, { tournament }) => [[`tournament/${tournament.number}`, tournament]],
  'series-changed': (_, { series }) => [[`series/${series.id}`, series]],
};
