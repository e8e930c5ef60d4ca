// Sends the page's requests to the server, with the secret the page was served with.
import { type InboxRefusal, SECRET_HEADER } from '#trial/inbox/shapes.ts';
import { find } from '../elements.ts';
import { facts, say } from './page-parts.ts';

/** The server refused. The message is a sentence for the user. */
export class RequestRefused extends Error {}

let { secret } = facts;

async function checkResponse(request: Promise<Response>): Promise<Response> {
  const answer = await request.catch(() => {
    throw new RequestRefused(say('lost'));
  });
  if (answer.ok) return answer;
  const { why } = (await answer.json().catch(() => ({ why: say('failed') }))) as InboxRefusal;
  throw new RequestRefused(why);
}

export const read = async <Answer>(path: string): Promise<Answer> =>
  (await (await checkResponse(fetch(path))).json()) as Answer;

export const readText = async (path: string): Promise<string> => (await checkResponse(fetch(path))).text();

/** A restarted server has another secret. An older page can ask for it, since every reader of the page is allowed to know it. */
async function fetchSecret(): Promise<string> {
  const page = new DOMParser().parseFromString(await readText('/inbox'), 'text/html');
  return (JSON.parse(find(page, '#inbox').dataset['facts'] ?? '') as typeof facts).secret;
}

export async function post(path: string, body: unknown): Promise<void> {
  const send = (): Promise<Response> =>
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
}

export const reasonOf = (error: unknown): string => (error instanceof RequestRefused ? error.message : say('failed'));
