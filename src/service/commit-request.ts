// Commits a request: load, decide, render mails, store all at once. Retries on a conflict.
import { STOPS } from '#core/board/clocks/stops.ts';
import type { Trust } from '#core/board/sender.ts';
import type { Ear } from '#core/language/ear.ts';
import type { MailSettings, RequestContext } from '#core/writing/feature.ts';
import { type Plan, decide } from '#core/desk/decide/decide.ts';
import type { Request } from '#core/desk/decide/request.ts';
import { type DataRequest, type DocumentKey, isOfKind, matchKey } from '#core/kernel/documents.ts';
import { limits } from '#core/kernel/limits.ts';
import type { Catalogue } from '#core/kernel/state.ts';
import type { Instant } from '#core/kernel/time.ts';
import { predictForMail } from '#core/prefetch.ts';
import type { MailPicture, MailPlan } from '#core/writing/mail-plan.ts';
import { reasonOf } from '#games/kit/assert.ts';
import { type Notary, addLogField, prepareSealing } from './sealing.ts';
import { createLoaded, keepHashesAndProofs, load, loadUntil } from './load.ts';
import type {
  BoardPng,
  CauseKey,
  Clock,
  CommitResult,
  Log,
  Mime,
  MailToStore,
  Raster,
  ReadPort,
  Secrets,
  Store,
} from './ports.ts';

/** Chooses the pictures of a mail, and replaces the others by what they show in text. */
interface PlacedPictures {
  readonly mail: MailPlan;
  /** The pictures of the mail, in their order. */
  readonly pngs: readonly BoardPng[];
}

/** `pngs`: null where a picture could not be made. The first picture always stays, the next ones as long as the mail is not too long. */
export function placePictures(mail: MailPlan, pngs: readonly (BoardPng | null)[]): PlacedPictures {
  let room = limits.mailWithPictures - mail.text.length - (mail.html?.length ?? 0);
  return mail.pictures.reduce<PlacedPictures>(
    (placed, picture, index) => {
      const png = pngs[index] ?? null;
      // The bytes that a picture takes in a mail, light and dark, both in base64.
      room -= png === null ? 0 : ((png.light.length + png.dark.length) * 4) / 3;
      if (png === null || (room < 0 && index > 0)) return { ...placed, mail: replaceByText(placed.mail, picture) };
      return { mail: placed.mail, pngs: [...placed.pngs, png] };
    },
    { mail, pngs: [] },
  );
}

function replaceByText(mail: MailPlan, picture: MailPicture): MailPlan {
  const { inHtml, standIn } = picture;
  const pictures = mail.pictures.filter(each => each !== picture);
  return inHtml === null
    ? { ...mail, pictures, text: `${mail.text}\n\n${standIn}` }
    : { ...mail, pictures, html: mail.html?.replace(inHtml.element, () => standIn) ?? null };
}

// Every change goes through here.

/** The ports and settings that every request needs. */
export interface ServiceContext extends Catalogue {
  readonly store: Store;
  readonly mime: Mime;
  readonly raster: Raster;
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly notary: Notary;
  readonly log: Log;
  readonly trust: Trust;
  readonly ear: Ear;
  readonly mailSettings: MailSettings;
  /** The part of the context that is the same for all requests. */
  readonly baseContext: Omit<RequestContext, 'now' | 'inboxEmptyAt' | 'cause' | 'checkpoint'>;
  /** SHA-256 of a text, in hex. */
  readonly fingerprint: (text: string) => string;
  /** Every mail that came to the mailbox before this instant is decided. */
  readonly inboxEmptyAt: () => Instant | Promise<Instant>;
  /** Called after every commit with the keys of the changed documents. It is only a hint that there may be a robot to move. */
  readonly onCommitted: (keys: readonly DocumentKey[]) => void;
  /** Called when there is mail to send. */
  readonly wakeOutbox: () => void;
}

/** The store failed. The request is not at fault, so it waits. */
export class StoreFailed extends Error {
  constructor(cause: unknown) {
    super(reasonOf(cause), { cause });
    this.name = 'StoreFailed';
  }
}

/** Every try met a version conflict. */
export class StoreMoved extends StoreFailed {
  constructor() {
    super(`the store still moved after ${limits.commitTries} tries`);
  }
}

export interface Committed {
  /** `refused`: the plan is a refusal, and nothing was stored. */
  readonly result: Exclude<CommitResult, 'conflict'> | 'refused';
  readonly durable: Promise<void>;
  readonly plan: Plan;
  /** How often the request was decided, until all data was loaded and no version conflict remained. */
  readonly decisions: number;
}

/** Rejections become StoreFailed. */
const guard = <Value>(promise: Promise<Value>): Promise<Value> =>
  promise.catch((error: unknown) => {
    throw new StoreFailed(error);
  });

export function guardReading(store: Store): ReadPort & Pick<Store, 'isSeen'> {
  return {
    read: keys => guard(store.read(keys)),
    list: (name, from, most) => guard(store.list(name, from, most)),
    newest: (name, before, most) => guard(store.newest(name, before, most)),
    accounts: (after, most) => guard(store.accounts(after, most)),
    isSeen: cause => guard(store.isSeen(cause)),
  };
}

/** Resolves to null if there was nothing to do. Then, and if the plan is a refusal, nothing was stored. */
export async function commitRequest(
  request: Request,
  cause: CauseKey,
  service: ServiceContext,
): Promise<Committed | null> {
  const store = guardReading(service.store);
  const { secrets, clock, notary } = service;
  let decisions = 0;
  let loaded = createLoaded();
  for (let tries = 1; tries <= limits.commitTries; tries++, loaded = keepHashesAndProofs(loaded)) {
    const checkpoint = await guard(notary.newest());
    const inboxEmptyAt = await guard(Promise.resolve(service.inboxEmptyAt()));
    const told = { size: checkpoint?.size ?? 0, root: checkpoint?.root.toString('base64') ?? '' };
    const context: RequestContext = { ...service.baseContext, now: clock.now(), inboxEmptyAt, cause, checkpoint: told };
    await load(store, secrets, loaded, findNeededData(request, context));
    const decision = await loadUntil(known => decide(request, context, known), store, secrets, loaded);
    const plan = decision.value;
    decisions += decision.tries;
    if (plan === null) return null;
    if (plan.refused !== undefined) return { result: 'refused', durable: Promise.resolve(), plan, decisions };
    const rendered = await renderMails(service, plan.mails);
    const expect = new Map([...plan.readKeys].map(key => [key, loaded.versions.get(key) ?? 0] as const));
    const written = { cause, expect, documents: plan.documents, at: clock.now() };
    const sealing = prepareSealing(written, loaded.known, { notary, checkpoint, games: service.games });
    const outgoing = rendered.map((mail, i) => addLogField(mail, plan.mails[i]?.board ?? null, sealing));
    const committed = await guard(notary.commit({ ...written, outgoing }, sealing));
    const { result } = committed;
    const durable = guard(committed.durable);
    if (result === 'conflict') continue;
    if (result === 'committed') service.onCommitted([...plan.documents.keys()]);
    // Mail is sent only once it would survive a power cut. A failure is for the caller.
    if (outgoing.length > 0) void durable.then(service.wakeOutbox, () => undefined);
    return { result, durable, plan, decisions };
  }
  throw new StoreMoved();
}

/** All clocks depend on the stops. */
const STOPS_REQUEST: DataRequest = { kind: 'document', key: `stops/${STOPS}` };

/** The data that every request of its kind needs. */
function findNeededData(request: Request, context: RequestContext): readonly DataRequest[] {
  if (request.kind === 'audited') return request.request === null ? [] : findNeededData(request.request, context);
  const { games, trust } = context;
  if (request.kind === 'mail') return [...predictForMail(request.mail, { games }, trust.own), STOPS_REQUEST];
  if (request.kind === 'alarm')
    return [{ kind: 'document', key: request.key }, ...(isOfKind('match', request.key) ? [STOPS_REQUEST] : [])];
  const board = request.kind === 'robot-move' ? request.match : null;
  const match = request.kind === 'mail-accepted' ? request.receipt.match : board;
  if (match !== null) return [{ kind: 'document', key: matchKey(match) }, STOPS_REQUEST];
  return request.kind === 'mailbox-read' || request.kind === 'clocks-switch' ? [STOPS_REQUEST] : [];
}

/** A picture that cannot be made, or is too much for the mail, is told as text. */
const renderMails = (
  { mime, raster }: Pick<ServiceContext, 'mime' | 'raster'>,
  mails: readonly MailPlan[],
): Promise<readonly MailToStore[]> =>
  Promise.all(
    mails.map(async mail => {
      const placed = placePictures(mail, await Promise.all(mail.pictures.map(({ drawing }) => raster.png(drawing))));
      return {
        id: mail.id,
        from: mail.returnPath,
        to: mail.to.map(({ address }) => address),
        messageId: mail.messageId,
        raw: await mime.render(placed.mail, placed.pngs),
        tries: 0,
        ...(mail.priority === 'board' ? {} : { priority: mail.priority }),
        ...(mail.receipt === null ? {} : { receipt: mail.receipt }),
      };
    }),
  );
