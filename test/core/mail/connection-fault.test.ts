// What libraries write of connections that fail, and what the operator is told.
import { expect, it } from 'vitest';
import { explainFault } from '#core/mail/mail-servers.ts';

it.each([
  [
    '80BC8F83CC7F0000:error:0A00010B:SSL routines:ssl3_get_record:wrong version number:../deps/openssl/openssl/ssl/record/ssl3_record.c:350:\n',
    "wrong version number: this port speaks plain text first. See 'secure' and 'port'.",
  ],
  ['Greeting never received', 'no greeting came in time: this port may belong to another service'],
  [
    'Failed to receive greeting from server in required time. Maybe should use TLS?',
    'no greeting came in time: this port may belong to another service',
  ],
  ['Invalid greeting. response=* OK [CAPABILITY IMAP4rev1] ready', 'an IMAP server answers at this port'],
  ['connect ECONNREFUSED 127.0.0.1:1', 'connect ECONNREFUSED 127.0.0.1:1'],
])('%s', (written, told) => {
  expect(explainFault(written)).toContain(told);
});
