// The daily check of a seek: match it again, offer a robot once, let it expire.
// The robot is offered after a day.
import type { Consequence } from '#core/decision/consequence.ts';
import { announceToAll } from '#core/matches/announce.ts';
import { limits } from '#core/kernel/limits.ts';
import type { Message } from '#core/decision/message.ts';
import type { RequestContext } from '#core/contract/feature.ts';
import { type Seek, endOf, nextLook } from './seek.ts';
import { apply, type State } from '#core/kernel/state.ts';
import { matchSeek, type SeekContext } from './matching.ts';
import { chooseRobotToOffer } from './robot-offer.ts';

export function decideSeek(state: State, seek: Seek, { now, cause, trust }: RequestContext): Consequence {
  const nobody = { actor: null, comment: '', board: null, proposedAt: [] };
  const at: SeekContext = { ...nobody, now, state, cause, sign: trust.sign };
  const { notifications, state: after, left } = matchSeek(at, seek);
  const messages = announceToAll({ ...at, state: after }, notifications);
  if (left === null) return { messages, state: after };
  const to = { kind: 'account', userid: left.userid } as const;
  if (now >= (endOf(left) ?? Infinity)) {
    const why = { code: 'seek-expired', parts: { days: limits.seekDays } };
    const ended: Message = { kind: 'seek-ended', to, seeks: [left], why };
    return { messages: [...messages, ended], state: apply(after, { kind: 'seek-ended', number: left.number }) };
  }
  const robot = chooseRobotToOffer(after, left, now);
  const offer: readonly Message[] =
    robot === null ? [] : [{ kind: 'robot-offer', to, seek: left, robot: robot.userid, rating: robot.rating }];
  const isRobotOffered = left.isRobotOffered || robot !== null;
  const next: Seek = { ...left, isRobotOffered, wake: nextLook(left, now) };
  return { messages: [...messages, ...offer], state: apply(after, { kind: 'seek-changed', seek: next }) };
}
