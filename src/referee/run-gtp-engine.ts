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

interface GtpWorld {
  /** The lines that came together. `cut`: a line was too long. */
  readonly lines: AsyncIterable<readonly { readonly text: string; readonly cut: boolean }[]>;
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
  for await (const group of lines)
    for (const { text, cut } of group) {
      const command = parseGtpCommand(text);
      if (command === null) continue;
      const reply = cut ? null : await complete(handleGtpCommand(state, command), choose, load);
      const answer = reply?.answer ?? { isOk: false, text: 'line too long' };
      state = reply?.state ?? state;
      await say(formatGtpAnswer(command.id, answer));
      if (reply?.kind === 'quit') return;
    }
}

/** Does what an answer needs first. */
async function complete(reply: GtpReply, choose: ChooseMove, load: GtpWorld['load']): Promise<GtpAnswered> {
  if (reply.kind === 'load') return answerLoad(reply.state, await load(reply.file), reply.most);
  if (reply.kind !== 'search') return reply;
  const { state, search } = reply;
  return answerSearch(state, search, await choose(search.request, search.milliseconds));
}
