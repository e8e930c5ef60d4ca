// Sends the requests of the inbox page to its server.
import { facts, say } from './page-parts.ts';
import { createServerTalk } from './server-talk.ts';

export const { read, readText, post, reasonOf } = createServerTalk(facts.secret, {
  lost: say('lost'),
  failed: say('failed'),
});
