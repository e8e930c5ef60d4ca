// A season of a club of players with hidden strengths: seeks, cups, a big Swiss, absences.
import { findGame } from '#games/registry/index.ts';
import { createRandom, type Random } from '#games/kit/random.ts';
import { matchStateOf, playerName, turnOf } from '#core/board/match.ts';
import { limits } from '#core/kernel/limits.ts';
import type { DocumentKey } from '#core/kernel/documents.ts';
import { type Instant, DAY_MS, HOUR_MS } from '#core/kernel/time.ts';
import { type Match, userids } from '#core/board/match-document.ts';
import type { PlayerRating } from '#core/features/ratings/rating.ts';
import type { Tournament } from '#core/features/tournaments/tournament.ts';
import { START } from '#test/service/ports.ts';
import { LOOK_MS, Office } from '../year/office.ts';
import { chance, normal } from '../year/person.ts';

export interface SeasonSize {
  readonly seed: number;
  readonly players: number;
  /** How many cups are played out, and how many enter the Swiss. */
  readonly cups: number;
  readonly every: 'week' | 'month';
  readonly swiss: number;
  /** Games that each wants to have going. */
  readonly games: number;
}

export interface SeasonOutcome {
  readonly matches: number;
  readonly mails: number;
  readonly days: number;
  readonly forfeits: number;
  readonly tournaments: readonly Tournament[];
  /** Spearman's, of hidden strength and rating, over those who have played enough. */
  readonly correlation: number;
  readonly ranked: number;
  readonly faults: readonly string[];
}

interface Member {
  readonly name: string;
  /** As ratings are: 400 more win ten of eleven games. */
  readonly strength: number;
  /** How often they look at their mail: of a chance a day. */
  readonly zeal: number;
  readonly vanishes: Instant;
  away: Instant;
}

/** Large enough that no game ends by chance before somebody gives up. */
const SIZE = 7;
const STEP_MS = 24 * HOUR_MS;
const MAILS_AT_ONCE = 25;
/** Ratings of fewer games say little. */
const LEAST_GAMES = 8;
const MOST_DAYS = 400;
const hex = findGame('hex')!;

export class Season {
  readonly #size: SeasonSize;
  readonly #rng: Random;
  readonly #members: readonly Member[];
  readonly #office: Office;
  readonly #faults: string[] = [];
  /** By board: who will give up. */
  readonly #losers = new Map<number, string>();
  readonly #boards = new Map<number, Match>();
  readonly #tournaments = new Map<number, Tournament>();
  #mails = 0;
  #waiting = 0;

  constructor(size: SeasonSize) {
    this.#size = size;
    this.#rng = createRandom(size.seed);
    this.#members = Array.from({ length: size.players }, (_, n) => ({
      name: `member${n + 1}`,
      strength: 1500 + 300 * normal(this.#rng),
      zeal: 0.5 + this.#rng.below(50) / 100,
      // Nobody who is gone for good wins a tournament, but some enter.
      vanishes: chance(this.#rng, 0.06) ? START + (10 + this.#rng.below(90)) * DAY_MS : Infinity,
      away: 0,
    }));
    this.#office = new Office(START, {
      committed: ({ documents }) => {
        for (const [key, document] of documents) this.#noted(key, document);
      },
      delivered: () => {
        this.#mails += 1;
      },
      lost: () => undefined,
      wrote: () => undefined,
      recovered: () => undefined,
      fault: what => this.#faults.push(`${new Date(this.#office.now).toISOString()} ${what}`),
    });
  }

  #noted(key: DocumentKey, document: unknown): void {
    if (key.startsWith('match/')) this.#boards.set((document as Match).number, document as Match);
    if (key.startsWith('tournament/')) this.#tournaments.set((document as Tournament).number, document as Tournament);
  }

  async #write(name: string, subject: string): Promise<void> {
    this.#office.arrive({ from: `${name}@people.test`, subject });
    this.#waiting += 1;
    if (this.#waiting >= MAILS_AT_ONCE) await this.#work();
  }

  async #work(): Promise<void> {
    this.#waiting = 0;
    await this.#office.work();
  }

  async run(): Promise<SeasonOutcome> {
    const { cups, every } = this.#size;
    for (const { name } of this.#members) await this.#write(name, `signup ${name} -language=en`);
    await this.#work();
    for (const { name } of this.#members) await this.#write(name, 'set mail=text');
    await this.#office.configure([{ id: 'cup', every, game: 'hex', options: `-size=${SIZE} --pool=5` }]);
    await this.#work();
    for (let day = 0; !this.#isOver(cups) && day < MOST_DAYS; day += STEP_MS / DAY_MS) {
      await this.#pass(STEP_MS);
      if (this.#cupsOver(cups)) await this.#office.configure([]);
      for (const member of this.#members) await this.#visit(member);
      await this.#work();
      this.#checkLimits();
    }
    return this.#outcome();
  }

  /** Whatever happens by itself meanwhile happens; the mailbox is looked at. */
  async #pass(ms: number): Promise<void> {
    const end = this.#office.now + ms;
    while (this.#office.now < end) {
      this.#office.now = Math.min(end, await this.#office.next(), this.#office.now + LOOK_MS);
      await this.#office.work();
    }
  }

  #cupsOver = (cups: number): boolean =>
    [...this.#tournaments.values()].filter(({ series }) => series !== null).length > cups;

  /** Every tournament that was opened has ended; the last cup was never begun. */
  #isOver(cups: number): boolean {
    const all = [...this.#tournaments.values()];
    const own = all.filter(({ series }) => series === null);
    return (
      own.length > 0 && this.#cupsOver(cups) && all.every(({ state }) => state === 'over' || state === 'cancelled')
    );
  }

  async #visit(member: Member): Promise<void> {
    const { name, zeal, vanishes } = member;
    const { now } = this.#office;
    if (now > vanishes || now < member.away || !chance(this.#rng, zeal)) return;
    const boards = await this.#office.boardsOf(name);
    for (const board of boards) await this.#play(member, board);
    await this.#enter(name);
    const seeks = await this.#office.store.list(`seeks/player/${name}`, null, 1);
    if (boards.length + seeks.length < this.#size.games) await this.#write(name, `hex seek -size=${SIZE} --rated`);
    if (chance(this.#rng, 0.004)) await this.#leave(member);
  }

  /** Both move once; then whoever is to lose by their strengths gives up. Now and then a game is drawn. */
  async #play({ name }: Member, board: Match): Promise<void> {
    if (board.state !== 'active') return;
    const matchState = matchStateOf(hex, board);
    const { number } = board;
    if (matchState.plies.length >= 2 && this.#loserOf(board) === name) return this.#write(name, `hex resign ${number}`);
    const turn = turnOf(hex, board, matchState);
    const isTurn = turn !== null && playerName(board.players[turn.player]) === name;
    if (!isTurn || matchState.plies.length >= 2 * SIZE) return;
    const move = hex.randomMove(matchState.position, this.#rng);
    await this.#write(name, `hex move ${number} ${hex.format(matchState.position, move)}`);
  }

  #loserOf(board: Match): string {
    const known = this.#losers.get(board.number);
    if (known !== undefined) return known;
    const [a, b] = userids(board).map(userid => this.#members.find(({ name }) => name === userid)!);
    const winsA = 1 / (1 + 10 ** ((b!.strength - a!.strength) / 400));
    const loser = chance(this.#rng, winsA) ? b!.name : a!.name;
    this.#losers.set(board.number, loser);
    return loser;
  }

  /** Everybody knows of the cups and of the Swiss; one of those who may opens that. */
  async #enter(name: string): Promise<void> {
    const open = [...this.#tournaments.values()].filter(({ state }) => state === 'open');
    for (const { number, entrants } of open)
      if (!entrants.some(({ userid }) => userid === name) && chance(this.#rng, 0.15))
        await this.#write(name, `tournament enter ${number}${chance(this.#rng, 0.3) ? ' always' : ''}`);
    const isOpened = [...this.#tournaments.values()].some(({ series }) => series === null);
    if (isOpened || this.#waiting > 0 || this.#office.now < START + 10 * DAY_MS) return;
    await this.#write(
      name,
      `hex tournament open -size=${SIZE} --kind=swiss --entries=${this.#size.swiss} --name=Big-Swiss`,
    );
    await this.#work();
  }

  async #leave(member: Member): Promise<void> {
    const days = 3 + this.#rng.below(12);
    const day = (from: number): string => new Date(this.#office.now + from * DAY_MS).toISOString().slice(0, 10);
    if (chance(this.#rng, 0.7)) await this.#write(member.name, `vacation ${day(1)}..${day(days)}`);
    member.away = this.#office.now + days * DAY_MS;
  }

  #checkLimits(): void {
    const running = new Map<string, number>();
    for (const board of this.#boards.values())
      if (board.state === 'active')
        for (const userid of userids(board)) running.set(userid, (running.get(userid) ?? 0) + 1);
    for (const [userid, count] of running)
      if (count > limits.boardsPerPlayer) this.#faults.push(`${userid} sits at ${count} boards`);
    const organisers = [...this.#tournaments.values()].flatMap(each =>
      each.state === 'open' ? (each.organiser ?? []) : [],
    );
    if (new Set(organisers).size < organisers.length) this.#faults.push('somebody has two tournaments open');
  }

  async #outcome(): Promise<SeasonOutcome> {
    const tournaments = [...this.#tournaments.values()];
    for (const { number, state } of tournaments)
      if (state !== 'over' && state !== 'cancelled') this.#faults.push(`tournament ${number} has not ended`);
    const boards = [...this.#boards.values()];
    const lost = boards.flatMap(({ record }) =>
      record.filter(each => each.kind === 'retire' && each.why === 'out-of-time'),
    );
    const rated = await this.#ratings();
    return {
      ...{
        matches: boards.length,
        mails: this.#mails,
        days: (this.#office.now - START) / DAY_MS,
        forfeits: lost.length,
      },
      ...{ tournaments, correlation: spearman(rated), ranked: rated.length, faults: this.#faults },
    };
  }

  async #ratings(): Promise<readonly (readonly [number, number])[]> {
    const present = this.#members.filter(({ vanishes }) => vanishes === Infinity);
    const keys = present.map(({ name }): DocumentKey => `rating/hex/${name}`);
    const { documents } = await this.#office.store.read(keys);
    return present.flatMap(({ strength }, n): readonly (readonly [number, number])[] => {
      const rating = documents.get(keys[n]!) as PlayerRating | null;
      return rating === null || rating.won + rating.lost + rating.drawn < LEAST_GAMES ? [] : [[strength, rating.value]];
    });
  }
}

const ranksOf = (values: readonly number[]): readonly number[] => {
  const sorted = values.toSorted((a, b) => a - b);
  return values.map(value => sorted.indexOf(value));
};

/** The correlation of the ranks; there are no ties. */
export function spearman(pairs: readonly (readonly [number, number])[]): number {
  const [a, b] = [ranksOf(pairs.map(([one]) => one)), ranksOf(pairs.map(([, other]) => other))];
  const squares = a.reduce((sum, rank, n) => sum + (rank - b[n]!) ** 2, 0);
  const count = pairs.length;
  return 1 - (6 * squares) / (count * (count * count - 1));
}
