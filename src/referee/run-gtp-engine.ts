// Runs one of our engines as a GTP program: answers one command after the other.
import type { GameFromFile } from '#games/game.ts';
import type { Result } from '#games/kit/result.ts';
import { formatGtpAnswer, parseGtpCommand } from './gtp.ts';
import {
  answerLoad,
  answerSearch,
  type GtpAnswered,
  type GtpEngineState,
  type GtpReply,
  handleGtpCommand,
} from './gtp-engine.ts';
import type { ChooseMove } from './run-player.ts';

/** A line of input. `cut`: it was too long. */
interface GtpLine {
  readonly text: string;
  readonly cut: boolean;
}

interface GtpWorld {
  readonly lines: AsyncIterable<readonly GtpLine[]>;
  readonly say: (text: string) => Promise<void>;
  readonly load: (file: string) => Promise<Result<GameFromFile, string>>;
}

/** Answers until `quit` or the end of the input. Waits for `say`, so a slow reader slows the engine. */
export async function runGtpEngine(
  start: GtpEngineState,
  choose: ChooseMove,
  { lines, say, load }: GtpWorld,
): Promise<void> {
  let state = start;
  for await (const { text, cut } of flatten(lines)) {
    const command = parseGtpCommand(text);
    if (command === null) continue;
    const reply = cut ? null : await complete(handleGtpCommand(state, command), choose, load);
    if (reply === null) {
      await say(formatGtpAnswer(command.id, { isOk: false, text: 'line too long' }));
      continue;
    }
    state = reply.state;
    await say(formatGtpAnswer(command.id, reply.answer));
    if (reply.kind === 'quit') return;
  }
}

async function* flatten<Item>(groups: AsyncIterable<readonly Item[]>): AsyncGenerator<Item> {
  for await (const group of groups) yield* group;
}

/** Does what an answer needs first. */
async function complete(reply: GtpReply, choose: ChooseMove, load: GtpWorld['load']): Promise<GtpAnswered> {
  if (reply.kind === 'load') return answerLoad(reply.state, await load(reply.file), reply.most);
  if (reply.kind !== 'search') return reply;
  const { state, search } = reply;
  return answerSearch(state, search, await choose(search.request, search.milliseconds));
}
