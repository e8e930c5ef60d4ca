// Validates a document that was read from a file or a database under its key.
import { no, ok, type Result } from '#games/kit/result.ts';
import { DOCUMENTS } from '#core/features.ts';
import { definitionOf } from '#core/kernel/document-definition.ts';
import type { DocumentKey, DocumentKind } from '#core/kernel/documents.ts';
import type { Versioned } from '../in-memory-documents.ts';
import { FILE_SCHEMAS } from './schema.ts';

interface CheckedDocument {
  /** The key in the document, which may differ from the key of its file name. */
  readonly key: DocumentKey;
  readonly entry: Versioned;
}

/** The document, with defaults for fields that are newer, or the reason why it is invalid. */
export function checkDocument(expectedKey: DocumentKey, data: unknown): Result<CheckedDocument, string> {
  const kind = expectedKey.slice(0, expectedKey.indexOf('/'));
  if (!Object.hasOwn(FILE_SCHEMAS, kind)) return no('there are no documents of this kind');
  const checked = FILE_SCHEMAS[kind as DocumentKind].safeParse(data);
  if (!checked.success) {
    const [issue] = checked.error.issues;
    return no(`${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'not what it should be'}`);
  }
  const ownKey = definitionOf(DOCUMENTS, expectedKey).ownKey?.(checked.data.document) ?? null;
  if (ownKey !== null && ownKey !== expectedKey) return no(`it is of ${ownKey}`);
  return ok({ key: (checked.data.key ?? expectedKey) as DocumentKey, entry: checked.data });
}
