// The thread that reads mails: bytes in, headers and text out.
import { answerRequests } from '../workers/thread.ts';
import type { ReadRequest, ReadResult } from './thread.ts';
import { reading } from './reading.ts';

answerRequests((question): ReadResult => {
  const { raw, size } = question as ReadRequest;
  const since = performance.now();
  return { reading: reading(raw, size), milliseconds: performance.now() - since };
});
