// Detects the language of a sender without an account. Their mails are written in it.
import type { Identity } from '../board/sender.ts';
import { type Language, languageNamed } from '../kernel/sentence.ts';
import { limits } from '../kernel/limits.ts';
import { guessEverydayLanguage } from '../reading/everyday-words.ts';
import { headerOf, readSubject } from '../mail/incoming.ts';
import type { MailDecisionInput } from './mail-state.ts';

/** A sender with an account has the language of its settings. */
export function setLanguage(identity: Identity, request: MailDecisionInput): Identity {
  const { sender } = identity;
  return sender.userid === null ? { ...identity, sender: { ...sender, language: detectLanguage(request) } } : identity;
}

/**
 * Detects the language from the mail's header, else from a word that only one language has, else by a guess over the text.
 * null: unknown, or not one of our languages.
 */
function detectLanguage({ mail, text, mailSettings }: MailDecisionInput): Language | null {
  const [declared = ''] = (headerOf(mail, 'content-language') ?? '').split(',');
  const declaredLanguage = languageNamed(declared);
  if (declaredLanguage !== null) return declaredLanguage;
  const lines = [readSubject(mail), ...text.split('\n').slice(0, limits.proseLines)];
  for (const line of lines) {
    const language = guessEverydayLanguage(line);
    if (language !== null) return language;
  }
  const words = text.slice(0, limits.languageSample);
  const letters = words.match(/\p{L}/gu)?.length ?? 0;
  return letters < limits.languageLetters ? null : languageNamed(mailSettings.guessLanguage(words) ?? '');
}
