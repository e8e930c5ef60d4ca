// The thread that reads larger mails: bytes in, headers and text out.
import { answerRequests } from '../workers/thread.ts';
import { type ReadRequest, timeReading } from './verified-reading.ts';

answerRequests(question => timeReading(question as ReadRequest));
