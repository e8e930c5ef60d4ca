// Lines about two boards in one reply: each is done at its own board, and a refusal at one says nothing about the other.
import { beforeEach, describe, expect, it } from 'vitest';
import type { Lab, Received } from '../service/lab.ts';
import { ALICE, played } from './clocks/board.ts';

let service: Lab;
/** Alice's newest mail of board 101, where it is her turn; on 102, an empty board, as well. */
let board: Received;

beforeEach(async () => {
  service = await played();
  await service.write(ALICE, 'nex challenge -size=5 alice bob');
  [board] = (await service.write(ALICE, 'nex showas 101')) as [Received];
});

const textsOf = async (key: 'match/nex/101' | 'match/nex/102'): Promise<readonly string[]> =>
  (await service.document(key)).record.flatMap(entry => (entry.kind === 'move' ? [entry.text] : []));

/** The moves that a reply of alice adds on 101, and all on 102. */
async function movesBehind(body: string): Promise<readonly (readonly string[])[]> {
  await service.reply(ALICE, board, body);
  return [(await textsOf('match/nex/101')).slice(2), await textsOf('match/nex/102')];
}

it('a line that names another game leaves the board of the mail alone', async () => {
  await service.reply(ALICE, board, 'hex resign');
  expect((await service.document('match/nex/101')).state).toBe('active');
});

describe('lines that name their boards', () => {
  it.each([
    ['one below the other', 'nex move 101 c2,a1\nnex move 102 b4,a1', [['c2,a1'], ['b4,a1']]],
    ['the same move at both', 'nex move 101 b4,a1\nnex move 102 b4,a1', [['b4,a1'], ['b4,a1']]],
    ['below a bare move', 'c2,a1\nnex move 102 b4,a1', [['c2,a1'], ['b4,a1']]],
    ['the first is refused', 'nex move 101 c3,a1\nnex move 102 b4,a1', [[], ['b4,a1']]],
    ['the second is refused', 'nex move 102 c3,c3\nc2,a1', [['c2,a1'], []]],
    ['below a sentence that does not end', 'As for the other board, there I play\nnex move 102 b4,a1', [[], ['b4,a1']]],
  ])('%s', async (_, body, moves) => {
    expect(await movesBehind(body)).toEqual(moves);
  });

  it('skip those of the same board where one is refused', async () => {
    expect(await movesBehind('nex move 102 c3,c3\nnex move 102 b4,a1\nnex move 101 c2,a1')).toEqual([['c2,a1'], []]);
  });
});

it('yes never plays what was written about another board', async () => {
  const [answer] = await service.reply(ALICE, board, 'What about this one?\nnex move 102 c3,c3\nnex move 102 b4,a1');
  expect(answer!.subject).not.toContain('Question');
  await service.reply(ALICE, answer!, 'yes');
  expect(await textsOf('match/nex/101')).toEqual(['c3,b2', 'd4,e5']);
});
