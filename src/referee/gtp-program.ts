// A GTP program as a player: translates between the line protocol of the referee and GTP.
import type { Opaque } from '#games/game.ts';
import { must } from '#games/kit/assert.ts';
import { SWAP } from '#games/kit/swap.ts';
import { NOTHING_UNREAD, type RefereeMessage, boardOf, readReferee, refereeLimits } from './protocol.ts';
import { type GtpAnswer, type GtpGame, readGtpAnswers, writeColour, writeVertex } from './gtp.ts';
import { type Agreement, type PlayerConnection, createPlayerListener } from './game-state.ts';

/** The terms on which a GTP program plays. */
export interface GtpTerms extends GtpGame, Pick<Agreement, 'setup' | 'swapAfter' | 'moveMs'> {
  /** Commands before the first game. */
  readonly firstCommands: readonly string[];
}

/** A command that was sent or waits to be sent. */
interface PendingCommand {
  readonly command: string;
  /**
   * `step`: it must succeed. `last-step`: the referee gets an `ok` for it. `move`: the answer is a move. `any`: the answer does not
   * matter.
   */
  readonly purpose: 'step' | 'last-step' | 'move' | 'any';
}

/** The state of the translation between two messages. */
export interface GtpProgramState {
  readonly terms: GtpTerms;
  readonly position: Opaque;
  /** The `play` commands of the moves so far. */
  readonly played: readonly string[];
  /** Whether the players have exchanged their colours, and whether the program was told so by a word of its own. */
  readonly swap: 'none' | 'made' | 'told';
  /** The first of them was sent. The others wait for its answer. */
  readonly pending: readonly PendingCommand[];
  readonly unread: string;
  readonly isFirstGame: boolean;
  /** The next move that the referee tells is the program's own. */
  readonly hasMoved: boolean;
}

/** A text to send to the program or to the referee. */
export interface GtpEffect {
  readonly to: 'program' | 'referee';
  readonly text: string;
}

/** The next state, and the effects in order. */
export interface GtpTransition {
  readonly state: GtpProgramState;
  readonly effects: readonly GtpEffect[];
}

/** The state before the first game. */
export const createGtpProgram = (terms: GtpTerms): GtpProgramState => ({
  terms,
  position: terms.game.start(terms.setup),
  ...{ played: [], swap: 'none' },
  ...{ pending: [], unread: '', isFirstGame: true, hasMoved: false },
});

const keep = (state: GtpProgramState, ...effects: readonly GtpEffect[]): GtpTransition => ({ state, effects });

const say = (text: string): GtpEffect => ({ to: 'referee', text: `${text}\n` });

/** Adds commands, and sends the first one if the program is not busy. */
function enqueue(state: GtpProgramState, commands: readonly PendingCommand[]): GtpTransition {
  const [first] = commands;
  const pending = [...state.pending, ...commands];
  if (first === undefined || state.pending.length > 0) return keep({ ...state, pending });
  return keep({ ...state, pending }, { to: 'program', text: `${first.command}\n` });
}

/** The answers to earlier commands do not matter any more. */
const abandon = (state: GtpProgramState): GtpProgramState => ({
  ...state,
  pending: state.pending.slice(0, 1).map(({ command }) => ({ command, purpose: 'any' })),
});

/** `boardsize 9`, columns and rows of a board that is not square, or the command that chooses the game. */
export function formatBoardCommand({ game, notation, setup }: Pick<GtpTerms, 'game' | 'notation' | 'setup'>): string {
  const chosen = notation.chooseGame(setup);
  if (chosen !== null) return chosen;
  const { rows, columns } = boardOf(game, setup);
  return rows === columns ? `boardsize ${rows}` : `boardsize ${columns} ${rows}`;
}

function begin(state: GtpProgramState): GtpTransition {
  const { terms, isFirstGame } = state;
  const seconds = Math.floor(terms.moveMs / 1000);
  const first = isFirstGame ? terms.firstCommands.map(command => ({ command, purpose: 'step' as const })) : [];
  const { game, setup } = terms;
  const fresh = { position: game.start(setup), played: [], swap: 'none', isFirstGame: false, hasMoved: false } as const;
  return enqueue({ ...abandon(state), ...fresh }, [
    ...first,
    { command: formatBoardCommand(terms), purpose: 'step' },
    // A program without time control refuses this.
    ...(seconds > 0 ? [{ command: `time_settings 0 ${seconds} 1`, purpose: 'any' as const }] : []),
    { command: 'clear_board', purpose: 'last-step' },
  ]);
}

/**
 * The players exchange their colours, and the stones stay. Programs do different things to their stones at their own swap, so the
 * program sets up the position again. After a swap of the other player the next `genmove` names the other colour.
 */
function followSwap(state: GtpProgramState): GtpTransition {
  const after = { ...state, swap: 'made', hasMoved: false } as const;
  if (!state.hasMoved) return keep(after, say('ok'));
  const last = state.played.length - 1;
  return enqueue(after, [
    { command: 'clear_board', purpose: 'step' },
    ...state.played.map((command, index) => ({ command, purpose: index === last ? 'last-step' : 'step' }) as const),
  ]);
}

/** `genmove` for the colour to move. Empty: the game is over. */
function listGenmove({ terms: { game, notation }, position }: GtpProgramState): readonly PendingCommand[] {
  const colour = game.toMove(position);
  return colour === null ? [] : [{ command: `genmove ${writeColour(notation, colour)}`, purpose: 'move' }];
}

/** The next state after a message of the referee. */
export function takeRefereeMessage(state: GtpProgramState, message: RefereeMessage): GtpTransition {
  switch (message.kind) {
    case 'board':
      return begin(state);
    case 'played': {
      if (message.move === SWAP) return followSwap(state);
      const { position, hasMoved, terms } = state;
      const { game, notation } = terms;
      const read = game.parse(position, message.move);
      // The referee tells legal moves alone.
      if (!read.ok) return keep(state);
      const colour = writeColour(notation, must(game.toMove(position), 'a legal move has a colour'));
      const command = `play ${colour} ${writeVertex(terms, position, read.value)}`;
      const next = game.play(position, read.value);
      const after = { ...state, position: next, played: [...state.played, command], hasMoved: false };
      return hasMoved ? keep(after, say('ok')) : enqueue(after, [{ command, purpose: 'last-step' }]);
    }
    case 'ask':
      return enqueue(state, listGenmove(state));
    case 'won':
    case 'lost':
    case 'drawn':
      return keep(abandon(state));
    case 'abort':
    case 'end':
      return keep(abandon(state), { to: 'program', text: 'quit\n' });
  }
}

/** The words of programs for a swap. Which stones and players they exchange does not matter here. */
const SWAP_WORDS: ReadonlySet<string> = new Set([SWAP, 'swap-pieces', 'swap-sides']);

/**
 * Takes the answer to `genmove`. A program that swaps by itself would swap back after a swap of the other player, so it gets its own
 * word as a move once, and a second `genmove`. The referee refuses all other swaps that are not possible.
 */
function takeMove(state: GtpProgramState, text: string): GtpTransition {
  const { terms, played, position, swap } = state;
  const word = text.toLowerCase();
  const colour = terms.game.toMove(position);
  if (!SWAP_WORDS.has(word) || colour === null)
    return keep({ ...state, hasMoved: true }, say(translateMove(terms, text)));
  if (swap !== 'made' || played.length !== terms.swapAfter) return keep({ ...state, hasMoved: true }, say(SWAP));
  const command = `play ${writeColour(terms.notation, colour)} ${word}`;
  return enqueue({ ...state, swap: 'told' }, [{ command, purpose: 'any' }, ...listGenmove(state)]);
}

/** A move as the referee reads it. Other text must not look like a move, since cells have other names there. */
function translateMove({ notation }: GtpTerms, text: string): string {
  const vertex = text.toLowerCase();
  if (vertex === 'resign') return 'resign';
  return notation.readMove(vertex) ?? `no vertex: ${text.replaceAll('\n', ' ')}`;
}

function handleAnswer(state: GtpProgramState, { isOk, text }: GtpAnswer): GtpTransition {
  const [answered, next] = state.pending;
  if (answered === undefined) return keep(state, say(`= ${text.replaceAll('\n', ' ')}`));
  const after = { ...state, pending: state.pending.slice(1) };
  const sent: readonly GtpEffect[] = next === undefined ? [] : [{ to: 'program', text: `${next.command}\n` }];
  if (!isOk && answered.purpose !== 'any')
    return keep({ ...after, pending: [] }, say(`? ${answered.command}: ${text.replaceAll('\n', ' ')}`));
  if (answered.purpose === 'move') {
    const { state: moved, effects } = takeMove(after, text);
    return keep(moved, ...sent, ...effects);
  }
  return keep(after, ...sent, ...(answered.purpose === 'last-step' ? [say('ok')] : []));
}

/** The next state after output of the program, in pieces of any size. */
export function takeProgramText(state: GtpProgramState, piece: string): GtpTransition {
  const { answers, unread, breach } = readGtpAnswers(state.unread, piece);
  const effects: GtpEffect[] = [];
  let next: GtpProgramState = { ...state, unread };
  for (const answer of answers) {
    const step = handleAnswer(next, answer);
    next = step.state;
    effects.push(...step.effects);
  }
  if (breach !== null) {
    const text = breach.text.replaceAll('\n', ' ');
    // The referee calls a text of this length a flood.
    effects.push(say(breach.isTooLong ? text.padEnd(refereeLimits.messageLength + 1, '.') : `no answer: ${text}`));
  }
  return keep(next, ...effects);
}

/** Makes a running GTP program a player of the line protocol. */
export function connectGtpProgram(program: PlayerConnection, terms: GtpTerms): PlayerConnection {
  const { said, left, ...listening } = createPlayerListener();
  let state = createGtpProgram(terms);
  const perform = (transition: GtpTransition): void => {
    state = transition.state;
    for (const { to, text } of transition.effects) {
      if (to === 'program') program.tell(text);
      else said(text);
    }
  };
  program.listen({ said: text => perform(takeProgramText(state, text)), left });
  return {
    ...listening,
    // Deferred: an answer does not arrive in the middle of `tell`.
    tell: text => {
      queueMicrotask(() => {
        for (const message of readReferee(NOTHING_UNREAD, text).messages) perform(takeRefereeMessage(state, message));
      });
    },
    lastWords: program.lastWords,
    leave: program.leave,
  };
}
