// The faults that main.ts plants, one at a time: each is a mistake that somebody could make.

export interface Fault {
  readonly name: string;
  readonly file: string;
  /** Occurs exactly once in the file. */
  readonly text: string;
  readonly becomes: string;
  /** Files or folders whose tests run first, since they are likely to find it. */
  readonly hints: readonly string[];
}

export const faults: readonly Fault[] = [
  {
    name: 'a mail is sent before its commit is durable',
    file: 'src/adapters/store/json/index.ts',
    text: 'const durable = this.#append(line, () => applyDurable(state, applied, line));',
    becomes: 'applyDurable(state, applied, line);\n    const durable = this.#append(line, () => undefined);',
    hints: ['test/adapters/store'],
  },
  {
    name: 'a mail takes effect twice where the process died before its mark was carried over',
    file: 'src/adapters/store/json/state.ts',
    text: '      state.memory.markSeen(line.cause, line.at);',
    becomes: '      if (changed.size > 0) state.memory.markSeen(line.cause, line.at);',
    hints: ['test/adapters/store'],
  },
  {
    name: 'a forfeit comes an hour early where a holiday ends with summer time',
    file: 'src/core/kernel/calendar.ts',
    text: 'until: startOfDay(zone, addDays(to, 1)),',
    becomes: 'until: startOfDay(zone, to) + DAY_MS,',
    hints: ['test/core/clocks'],
  },
  {
    name: 'a journal line written while the files change places is lost',
    file: 'src/adapters/store/json/state.ts',
    text: `  const removeOld = await state.journal.rotate();
  const { dirty, marks } = state;
  state.dirty = new Map();
  state.marks = [];
`,
    becomes: `  const { dirty, marks } = state;
  state.dirty = new Map();
  state.marks = [];
  const removeOld = await state.journal.rotate();
`,
    hints: ['test/adapters/store'],
  },
  {
    name: 'who holds the token of another seat is its player',
    file: 'src/core/board/sender.ts',
    text: ": { proof: 'none', userid: null, ownerToAsk: claims.userid };",
    becomes: ': proveByToken(claims.userid);',
    hints: ['test/core/mail', 'test/core/abuse', 'test/core/sessions.test.ts'],
  },
  {
    name: 'a capture may bring back an older position than the last',
    file: 'games/stones/legality.ts',
    text: 'position.seen.includes(',
    becomes: 'position.seen.slice(-2).includes(',
    hints: ['test/games/gonnect.test.ts', 'test/games/conformance.sampled.test.ts'],
  },
  {
    name: 'a rating is kept without its fraction',
    file: 'src/core/features/ratings/index.ts',
    text: '...{ ...own, ...after, at,',
    becomes: '...{ ...own, ...after, value: Math.round(after.value), at,',
    hints: ['test/core/ratings'],
  },
  {
    name: 'a quote without a blank behind its mark is read as typed',
    file: 'src/core/mail/reply/kinds.ts',
    text: "if (line.startsWith('>')) return 'quote';",
    becomes: "if (line.startsWith('> ')) return 'quote';",
    hints: ['test/core/mail'],
  },
  {
    name: 'private notes are handed to who makes pages',
    file: 'src/core/board/match-definition.ts',
    text: '    notes: _notes,\n',
    becomes: '',
    hints: ['test/core/pages'],
  },
  {
    name: 'a robot parries a threat where it could win',
    file: 'src/engines/tree.ts',
    text: 'if (node.isSafeOnly || game.winningMove(position) !== null) return node;',
    becomes: 'if (node.isSafeOnly) return node;',
    hints: ['test/engines'],
  },
  {
    name: 'Authentication-Results beyond the limit are cut and read',
    file: 'src/adapters/mime/parse.ts',
    text: "['from', 'sender', 'to', 'cc', 'authentication-results']",
    becomes: "['from', 'sender', 'to', 'cc']",
    hints: ['test/adapters/mime'],
  },
  {
    name: 'a claim is trusted for longer than the server waits for a sign of life',
    file: 'src/adapters/store/postgres/session.ts',
    text: 'const LOCKS_VALID_MS = 6_000;',
    becomes: 'const LOCKS_VALID_MS = 60_000;',
    hints: ['test/adapters/store/session.test.ts'],
  },
];
