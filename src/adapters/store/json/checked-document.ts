// Validates a document that was read from a file or a database under its key.
import { no, ok, type Result } from '#games/kit/result.ts';
import { DOCUMENTS } from '#core/features.ts';
import { definitionOf } from '#core/kernel/document-definition.ts';
import type { DocumentKey, DocumentKind } from '#core/kernel/documents.ts';
import type { Versioned } from '../in-memory-documents.ts';
import { FILES } from './schema.ts';

interface CheckedDocument {
  /** Its own key may differ from the name under which it was found. */
  readonly key: DocumentKey;
  readonly entry: Versioned;
}

/** The document, with defaults for fields newer than it, or else what is wrong with it. */
export function checkedDocument(named: DocumentKey, data: unknown): Result<CheckedDocument, string> {
  const kind = named.slice(0, named.indexOf('/'));
  if (!Object.hasOwn(FILES, kind)) return no('there are no documents of this kind');
  const checked = FILES[kind as DocumentKind].safeParse(data);
  if (!checked.success) {
    const [issue] = checked.error.issues;
    return no(`${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'not what it should be'}`);
  }
  const own = definitionOf(DOCUMENTS, named).ownKey?.(checked.data.document) ?? null;
  if (own !== null && own !== named) return no(`it is of ${own}`);
  return ok({ key: (checked.data.key ?? named) as DocumentKey, entry: checked.data });
}
