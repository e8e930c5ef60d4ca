// Signed notes: what a key has signed is read again, and nothing else is.
import { expect, it } from 'vitest';
import { createSigner, formatNote, isSignedBy, parseNote, parseLogKey, signCheckpoint } from '#ledger/note.ts';
import { appendEntries, EMPTY_TREE } from '#ledger/tree.ts';

// RFC 8032, 7.1, test 1.
const SEED = Buffer.from('9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60', 'hex');
const PUBLIC = 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a';

const signer = createSigner('example.test/games', SEED);
const { tree } = appendEntries(EMPTY_TREE, [Buffer.from('a'), Buffer.from('b')]);
const note = formatNote(signCheckpoint(signer, tree));

it('writes a key as its name, a hash of four bytes, and the key behind a byte for its kind', () => {
  const [, name, id, key = ''] = /^(.*?)\+(.*?)\+(.*)$/.exec(signer.verifier.text)!;
  expect([name, id?.length, Buffer.from(key, 'base64').toString('hex')]).toEqual([
    'example.test/games',
    8,
    `01${PUBLIC}`,
  ]);
  expect(parseLogKey(signer.verifier.text)).toMatchObject({ name });
});

it('writes a checkpoint as a signed note', () => {
  const [origin, size, root, blank, signature, end] = note.split('\n');
  expect([origin, size, root?.length, blank, end]).toEqual(['example.test/games', '2', 44, '', '']);
  expect(signature).toMatch(/^— example\.test\/games [A-Za-z\d+/]+=*$/);
});

it('reads its own notes and no others', () => {
  const read = parseNote(note)!;
  expect([read.size, isSignedBy(read, signer.verifier)]).toEqual([2, true]);
  for (let at = 0; at < note.length; at++) {
    const changed = parseNote(`${note.slice(0, at)}${note[at] === 'A' ? 'B' : 'A'}${note.slice(at + 1)}`);
    expect(changed !== null && isSignedBy(changed, signer.verifier), `character ${at}`).toBe(false);
    const shorter = parseNote(note.slice(0, at) + note.slice(at + 1));
    expect(shorter !== null && isSignedBy(shorter, signer.verifier), `without character ${at}`).toBe(false);
  }
});

it('refuses a second signature', () => {
  const twice = parseNote(`${note}— other AAAAAA==\n`)!;
  expect(isSignedBy(twice, signer.verifier)).toBe(false);
});

it.each(['', 'a', 'a+00000000+AQ', `${signer.verifier.text}=`, signer.verifier.text.replace('games', 'game')])(
  'refuses the key %j',
  text => {
    expect(parseLogKey(text)).toBeNull();
  },
);
