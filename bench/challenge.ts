// Measures a challenge between players with many finished boards, against their first challenge.
import { DAY_MS } from '#core/kernel/time.ts';
import { createInbox } from '#service/inbox.ts';
import { lab, mail } from '#test/service/lab.ts';
import { addressOf, boardOf, compare, print, processMail, putBoards } from './kit.ts';

const FINISHED = Number(process.argv[2] ?? 3_000);
const CHALLENGES = 40;

/** Milliseconds of each challenge. Each is taken back, and the next comes a day later. */
async function timeChallenges(finished: number): Promise<readonly number[]> {
  const { store, context, pass } = lab();
  const inbox = createInbox(context);
  const send = (userid: string, subject: string): Promise<number> =>
    processMail(inbox, mail({ from: addressOf(userid), subject }));
  for (const userid of ['alice', 'bob']) await send(userid, `signup ${userid}`);
  await putBoards(store, finished, number => boardOf(number, ['alice', 'bob'], true));
  const times: number[] = [];
  for (let number = 101 + finished; times.length < CHALLENGES; number++) {
    times.push(await send('alice', 'nex challenge -size=11 alice bob'));
    await send('alice', `nex resign ${number}`);
    pass(DAY_MS);
  }
  return times;
}

// The first run warms up.
await timeChallenges(0);
const [first, later] = [await timeChallenges(0), await timeChallenges(FINISHED)];
const [few, many] = compare(first.map((time, index) => [time, later[index] ?? NaN]));
print('challenge', { finished: FINISHED, first: few?.middle, later: many?.middle, ratio: many?.ratio });
