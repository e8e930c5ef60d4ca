// Finds out what a decision wants to know, and remembers which versions it was told.
import type { Answer, DocumentKey, Question } from '../core/world.ts';
import { DAMAGED, questionKey } from '../core/world.ts';
import type { Secrets, Store } from './ports.ts';

/** A document this decision cannot do without is there and cannot be read. Boards are another matter: a line about one is refused. */
export class DocumentDamaged extends Error {
  constructor(key: DocumentKey) {
    super(`${key} is damaged`);
    this.name = 'DocumentDamaged';
  }
}

export interface Inquiry {
  readonly known: ReadonlyMap<string, Answer>;
  readonly versions: ReadonlyMap<DocumentKey, number>;
  readonly find: (questions: readonly Question[]) => Promise<void>;
}

export function inquiry(store: Pick<Store, 'read' | 'boards'>, secrets: Secrets): Inquiry {
  const known = new Map<string, Answer>();
  const versions = new Map<DocumentKey, number>();
  const answer = async (question: Exclude<Question, { readonly kind: 'document' }>): Promise<Answer> => {
    switch (question.kind) {
      case 'boards':
        return store.boards(question.by, question.name);
      case 'proof':
        return secrets.verify(question.secret, question.hash);
      case 'hash':
        return secrets.hash(question.secret);
    }
  };
  return {
    known,
    versions,
    find: async questions => {
      // A password is looked at only when everything else is known: a document may say that it is not to be looked at.
      const cheap = questions.filter(({ kind }) => kind !== 'proof' && kind !== 'hash');
      const fresh = new Map((cheap.length > 0 ? cheap : questions).map(question => [questionKey(question), question]));
      const keys = [...fresh.values()].flatMap(question => (question.kind === 'document' ? [question.key] : []));
      const snapshot = await store.read(keys);
      for (const [key, document] of snapshot.documents) known.set(key, document);
      for (const key of snapshot.damaged) {
        if (!key.startsWith('match/')) throw new DocumentDamaged(key);
        known.set(key, DAMAGED);
      }
      for (const [key, version] of snapshot.versions) versions.set(key, version);
      for (const [key, question] of fresh) if (question.kind !== 'document') known.set(key, await answer(question));
    },
  };
}
