// The definitions of tournaments and of recurring ones, and their events.
import { z } from 'zod';
import { type DocumentDefinition, eraseUserid, type ErasedPlayer } from '#core/kernel/document-definition.ts';
import type { ListName } from '#core/kernel/lists.ts';
import { type Fields, instant, time, userid } from '#core/kernel/schema-parts.ts';
import { type Series, type Tournament, TOURNAMENT_KINDS, TOURNAMENTS } from './tournament.ts';
import type { Effects } from '#core/kernel/state.ts';

const terms = {
  game: z.string(),
  setup: z.record(z.string(), z.string()),
  kind: z.enum(TOURNAMENT_KINDS),
  time,
  isRated: z.boolean(),
  name: z.string().nullable(),
  poolSize: z.number().int().positive(),
  rounds: z.number().int().positive().nullable(),
  entries: z.number().int().positive().nullable(),
};

export const SERIES: DocumentDefinition<'series'> = {
  schema: z.object({
    id: z.string(),
    every: z.enum(['week', 'month']),
    terms: z.object(terms satisfies Fields<Series['terms']>),
    entrants: z.array(userid),
    last: z.number().int().positive().nullable(),
    wake: instant.nullable(),
  } satisfies Fields<Series>),
  folder: 'series',
  ifDamaged: 'It is made anew at the next start: whoever was entered every time must say so again',
  isRenewed: true,
  isListedWhole: true,
  alarm: ({ wake }) => wake,
  erase: (series, { userid: gone }) =>
    series.entrants.includes(gone) ? { ...series, entrants: series.entrants.filter(each => each !== gone) } : series,
};

export const TOURNAMENT: DocumentDefinition<'tournament'> = {
  schema: z.object({
    number: z.number().int().positive(),
    ...terms,
    starts: instant.nullable(),
    organiser: userid.nullable(),
    series: z.string().nullable(),
    state: z.enum(['open', 'running', 'over', 'cancelled']),
    opened: instant,
    entrants: z.array(
      z.object({ userid, rating: z.number(), pool: z.number().int().nonnegative(), hasLeft: z.boolean() }),
    ),
    pairings: z.array(
      z.object({
        round: z.number().int().positive(),
        place: z.number().int().nonnegative(),
        first: z.number().int().nonnegative(),
        second: z.number().int().nonnegative().nullable(),
        board: z.number().int().positive().nullable(),
        result: z.enum(['first', 'second', 'draw', 'nobody']).nullable(),
      }),
    ),
    hasNews: z.boolean(),
    hasDailyNews: z.boolean(),
    daily: instant,
    wake: instant.nullable(),
  } satisfies Fields<Tournament>),
  folder: 'tournaments',
  ifDamaged: 'Put a copy from a backup in its place; games that are played in it cannot end until then',
  alarm: ({ wake }) => wake,
  lists: tournamentLists,
  publicView: tournament => tournament,
  erase: withoutEntrant,
};

function tournamentLists({ state, entrants, organiser }: Tournament): readonly ListName[] {
  const own: ListName = `tournaments/state/${state}`;
  if (state !== 'open' && state !== 'running') return [own];
  const entered = entrants.filter(({ hasLeft }) => !hasLeft);
  return [
    own,
    ...entered.map(({ userid }): ListName => `tournaments/player/${userid}`),
    ...(state === 'open' && organiser !== null ? [`tournaments/organiser/${organiser}` as const] : []),
  ];
}

function withoutEntrant(tournament: Tournament, who: ErasedPlayer): Tournament {
  const { entrants, organiser } = tournament;
  if (organiser !== who.userid && !entrants.some(({ userid }) => userid === who.userid)) return tournament;
  return {
    ...tournament,
    organiser: organiser === null ? null : eraseUserid(organiser, who),
    entrants: entrants.map(each => ({ ...each, userid: eraseUserid(each.userid, who) })),
  };
}

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
