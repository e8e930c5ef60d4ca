// Sends requests to the inbox on the server, from its own page and from others.
import { type InboxFacts, type InboxRefusal, SECRET_HEADER } from '#trial/inbox/shapes.ts';
import { find } from '../elements.ts';

/** The server refused. The message is a sentence for the user. */
class RequestRefused extends Error {}

interface ServerTalk {
  readonly read: <Answer>(path: string) => Promise<Answer>;
  readonly readText: (path: string) => Promise<string>;
  readonly post: (path: string, body: unknown) => Promise<void>;
  /** A sentence for the user. */
  readonly reasonOf: (error: unknown) => string;
}

/** `known`: the secret that the page was served with. `lost`, `failed`: sentences for an answer that does not come, or makes no sense. */
export function createServerTalk(
  known: string,
  { lost, failed }: { readonly lost: string; readonly failed: string },
): ServerTalk {
  let secret = known;

  const checkResponse = async (request: Promise<Response>): Promise<Response> => {
    const answer = await request.catch((error: unknown) => {
      // The request for the secret may have been refused before.
      throw error instanceof RequestRefused ? error : new RequestRefused(lost);
    });
    if (answer.ok) return answer;
    const { why } = (await answer.json().catch(() => ({ why: failed }))) as InboxRefusal;
    throw new RequestRefused(why);
  };
  const readText: ServerTalk['readText'] = async path => (await checkResponse(fetch(path))).text();
  /** A restarted server has another secret. A page can ask for it, since every reader of the inbox is allowed to know it. */
  const fetchSecret = async (): Promise<string> => {
    const page = new DOMParser().parseFromString(await readText('/inbox'), 'text/html');
    return (JSON.parse(find(page, '#inbox').dataset['facts'] ?? '') as InboxFacts).secret;
  };
  return {
    readText,
    read: async <Answer>(path: string) => (await (await checkResponse(fetch(path))).json()) as Answer,
    post: async (path, body) => {
      const send = async (): Promise<Response> =>
        fetch(path, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', [SECRET_HEADER]: secret },
          body: JSON.stringify(body),
        });
      const first = await send().catch(() => null);
      if (first?.status !== 403) {
        await checkResponse(first === null ? send() : Promise.resolve(first));
        return;
      }
      secret = await fetchSecret();
      await checkResponse(send());
    },
    reasonOf: error => (error instanceof RequestRefused ? error.message : failed),
  };
}
