// The thread that reads mails: bytes in, headers and text out.
import { answerRequests } from '../workers/thread.ts';
import type { ReadRequest, ReadResult } from './thread.ts';
import { readStep } from './verified-reading.ts';

answerRequests(async (question): Promise<ReadResult> => {
  const { raw, size, verification } = question as ReadRequest;
  const since = performance.now();
  const { reading, names } = await readStep(raw, size, verification);
  return { reading, names, milliseconds: performance.now() - since };
});
