// The events of tournaments, and how each changes the documents.
import type { Effects } from '#core/kernel/state.ts';
import { type Series, type Tournament, TOURNAMENTS } from './tournament.ts';

declare module '#core/kernel/event.ts' {
  interface Events {
    /** A new one, by the next number. */
    readonly 'tournament-opened': { readonly tournament: Tournament };
    readonly 'tournament-changed': { readonly tournament: Tournament };
    readonly 'series-changed': { readonly series: Series };
  }
}

export const tournamentEffects = {
  'tournament-opened': (_, { tournament }) => [
    [`tournament/${tournament.number}`, tournament],
    [`counter/${TOURNAMENTS}`, { next: tournament.number + 1 }],
  ],
  'tournament-changed': (_, { tournament }) => [[`tournament/${tournament.number}`, tournament]],
  'series-changed': (_, { series }) => [[`series/${series.id}`, series]],
} satisfies Partial<Effects>;
