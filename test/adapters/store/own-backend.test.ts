// A pooler that gives each transaction another connection is refused; one that leaves each client its own is not.
import { expect, it } from 'vitest';
import { type BackendClient, requireOwnBackend } from '#adapters/store/postgres/database.ts';

/** A client that is given these backends, one query after the other. */
function clientOn(processID: number, backends: readonly number[]): BackendClient & { readonly asked: string[] } {
  const asked: string[] = [];
  return {
    processID,
    asked,
    query: sql => {
      asked.push(sql);
      const pids = asked.filter(each => each.includes('pg_backend_pid'));
      return Promise.resolve({ rows: [{ backend: backends[pids.length - 1] }] });
    },
    end: () => Promise.resolve(void asked.push('end')),
  };
}

const never = (): Promise<never> => Promise.reject(new Error('no need to connect'));

it('asks no more of a Postgres itself', async () => {
  await requireOwnBackend(clientOn(7, [7]), never);
});

it('takes a pooler that leaves each client its backend', async () => {
  const other = clientOn(1_002, [8]);
  await requireOwnBackend(clientOn(1_001, [7, 7]), () => Promise.resolve(other));
  expect(other.asked.at(-1)).toBe('end');
});

it.each([
  ['gives the backend of one client to another', [7, 7], [7]],
  ['gives a client another backend meanwhile', [7, 9], [8]],
])('refuses a pooler that %s', async (_, own, others) => {
  const other = clientOn(1_002, others);
  const required = requireOwnBackend(clientOn(1_001, own), () => Promise.resolve(other));
  await expect(required).rejects.toThrow('pool_mode = transaction');
  expect(other.asked.at(-1)).toBe('end');
});
