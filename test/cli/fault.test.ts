// The words for what kept a verb from its work.
import { expect, it } from 'vitest';
import { explainFault } from '#cli/shell/verb.ts';

it.each(['ENOSPC', 'EDQUOT'])('a full disk is told in words (%s)', code => {
  const error = Object.assign(new Error(`${code}: no space left on device, write`), { code });
  expect(explainFault(error)).toBe('There is no room left on the disk. Make room, and run the same again.');
});

it('any other fault is told as it is', () => {
  expect(explainFault(new Error('There is no file a.gz.'))).toBe('There is no file a.gz.');
  expect(explainFault('odd')).toBe('odd');
});
