// The thread that reads mails: bytes in, headers and text out.
import { answering } from '../thread.ts';
import type { ReadResult, ReadRequest } from './index.ts';
import { reading } from './reading.ts';

answering((question): ReadResult => {
  const { raw, size } = question as ReadRequest;
  const since = performance.now();
  return { reading: reading(raw, size), milliseconds: performance.now() - since };
});
