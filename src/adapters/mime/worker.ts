// The thread that reads mails: bytes in, headers and text out.
import { answerRequests } from '../workers/thread.ts';
import type { Answer, Question } from './index.ts';
import { reading } from './reading.ts';

answerRequests((question): Answer => {
  const { raw, size } = question as Question;
  const since = performance.now();
  return { reading: reading(raw, size), milliseconds: performance.now() - since };
});
