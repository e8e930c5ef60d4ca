// The people of the simulated year: how soon each answers, where they live, when they vanish.
import type { Random } from '#games/kit/random.ts';
import { type Instant, DAY_MS, HOUR_MS } from '#core/kernel/time.ts';
import type { Letter } from './office.ts';

export interface Person {
  readonly name: string;
  readonly address: string;
  readonly zone: string;
  /** How long it takes them to answer, as a rule. */
  readonly usualMs: number;
  readonly vanishes: Instant;
  /** Until then they do not look at their mail. */
  away: Instant;
  /** By board: the newest mail of it. */
  readonly newest: Map<string, Letter>;
  /** Boards they mean to look at. */
  readonly plans: Set<string>;
}

/** Summer time in both directions and at several hours, a zone without it, and one that skipped a day once. */
const ZONES = [
  ...['UTC', 'Europe/Lisbon', 'Europe/Berlin', 'America/New_York', 'America/St_Johns'],
  ...['Australia/Lord_Howe', 'Pacific/Apia', 'Asia/Kathmandu', 'America/Santiago', 'Pacific/Kiritimati'],
];

/** One of them, each as likely. */
export const oneOf = <Item>({ below }: Random, items: readonly Item[]): Item => items[below(items.length)]!;

/** Does something happen that happens so often, 0 … 1? */
export const chance = ({ below }: Random, share: number): boolean => below(1_000_000) < share * 1_000_000;

/** From 0 to below 1. */
const uniform = ({ below }: Random): number => below(1_000_000) / 1_000_000;

export const normal = (rng: Random): number =>
  Array.from({ length: 12 }, () => uniform(rng)).reduce((a, b) => a + b) - 6;

/** Waiting times of things that come by chance, so long on average. */
export const waitMs = (rng: Random, averageMs: number): number => -Math.log(1 - uniform(rng)) * averageMs;

/** How long it takes this time: mostly as usual, now and then very much longer. */
export const delayMs = (rng: Random, { usualMs }: Person): number =>
  Math.min(usualMs * Math.exp(1.1 * normal(rng)), 60 * DAY_MS);

export function personOf(rng: Random, number: number, start: Instant, lengthMs: number): Person {
  const name = `player${number}`;
  return {
    name,
    address: `${name}@people.test`,
    zone: oneOf(rng, ZONES),
    usualMs: 9 * HOUR_MS * Math.exp(0.8 * normal(rng)),
    vanishes: chance(rng, 0.15) ? start + uniform(rng) * lengthMs : Infinity,
    away: 0,
    newest: new Map(),
    plans: new Set(),
  };
}

/** Some mailboxes are gone for weeks; their people write when they have found out. */
export function deadMailboxes(
  { rng, people, days, start }: { rng: Random; people: readonly Person[]; days: number; start: Instant },
  shut: (person: Person, from: Instant, until: Instant) => void,
): void {
  const lasting = people.filter(({ vanishes }) => vanishes === Infinity);
  for (let left = Math.ceil((people.length * days) / 365 / 8); left > 0; left--) {
    const person = oneOf(rng, lasting);
    const from = start + rng.below(days * DAY_MS);
    const until = from + (5 + rng.below(40)) * DAY_MS;
    person.away = Math.max(person.away, until);
    shut(person, from, until);
  }
}

/** One of these deeds, by weight. */
export function weighted<Deed>(rng: Random, deeds: readonly (readonly [weight: number, deed: Deed])[]): Deed {
  let left = uniform(rng) * deeds.reduce((sum, [weight]) => sum + weight, 0);
  for (const [weight, deed] of deeds) {
    left -= weight;
    if (left < 0) return deed;
  }
  return deeds.at(-1)![1];
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** What the clocks of a zone show, as if it were UTC: by the system's calendar alone. */
export function wallOf(zone: string, at: Instant): Instant {
  const format =
    formats.get(zone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
  formats.set(zone, format);
  return Date.parse(`${format.format(at).replace(' ', 'T')}Z`);
}

/** `2026-12-24`, the day it is in a zone. */
export const dayIn = (zone: string, at: Instant): string => new Date(wallOf(zone, at)).toISOString().slice(0, 10);
