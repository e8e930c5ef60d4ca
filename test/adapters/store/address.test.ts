// Nobody sees the password of a database, however its address was mistyped.
import { expect, it } from 'vitest';
import { hidePassword } from '#adapters/store/postgres/database.ts';

it.each([
  ['postgres://me:SECRET@host:5432/club', 'postgres://me:***@host:5432/club'],
  ['postgres://me:a/SECRET@host/club', 'postgres://me:***@host/club'],
  ['postgres://me:a@SECRET@host/club', 'postgres://me:***@host/club'],
  ['postgres://me:a#?SECRET@host/club', 'postgres://me:***@host/club'],
  ['postgres://host/club?user=me&password=SECRET', 'postgres://host/club?user=me&password=***'],
  ['postgres://host:5432/club', 'postgres://host:5432/club'],
])('%s is shown as %s', (url, shown) => {
  expect(hidePassword(url)).toBe(shown);
});
