// Ends a seek if a game has too many, so that no player and no domain holds more than others.
import { domainOf } from '#core/mail/canonical-address.ts';
import { limits } from '#core/kernel/limits.ts';
import type { Seek } from './seek.ts';
import type { State } from '#core/kernel/state.ts';
import { isKnown, openSeeks } from './seekers.ts';

/** The seek that ends now that this one was opened: itself, where its owner holds as many as anybody. null: there is a place for all. */
export function chooseCrowdedOut(state: State, opened: Seek): Seek | null {
  const { game, code, userid } = opened;
  const all = openSeeks(state, `seeks/game/${game}`).filter(seek => (seek.code === null) === (code === null));
  if (all.length > limits.seeksPerGame) return loserOf(state, all, opened);
  if (isKnown(state, userid, game)) return null;
  const newcomers = all.filter(seek => !isKnown(state, seek.userid, game));
  return newcomers.length > limits.seeksOfNewcomers ? loserOf(state, newcomers, opened) : null;
}

/** The oldest of the player with most of them, in the domain with most of them: accounts of one domain are easily made. */
function loserOf(state: State, seeks: readonly Seek[], opened: Seek): Seek | null {
  const domain = ({ userid }: Seek): string => domainOf(state.account(userid)?.addresses[0] ?? '');
  const ofDomain = largestGroup(seeks, domain, opened);
  const ofPlayer = largestGroup(ofDomain, ({ userid }) => userid, opened);
  return ofPlayer.find(({ number }) => number === opened.number) ?? ofPlayer[0] ?? null;
}

/** The largest group of seeks with the same holder. Among equal groups, that of `preferred`, else the first. */
function largestGroup(seeks: readonly Seek[], holderOf: (seek: Seek) => string, preferred: Seek): readonly Seek[] {
  const groups = new Map<string, readonly Seek[]>();
  const isPreferred = ({ number }: Seek): number => Number(number === preferred.number);
  for (const seek of seeks.toSorted((a, b) => isPreferred(b) - isPreferred(a))) {
    const holder = holderOf(seek);
    groups.set(holder, [...(groups.get(holder) ?? []), seek]);
  }
  return [...groups.values()].reduce((most, group) => (group.length > most.length ? group : most), []);
}
