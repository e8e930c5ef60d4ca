// Detects the language of a sender without an account. Their mails are written in it.
import type { Identity } from '../board/sender.ts';
import { type Language, languageNamed } from '../kernel/languages.ts';
import { limits } from '../kernel/limits.ts';
import { guessEverydayLanguage } from '../reading/everyday-words.ts';
import { headerOf, readSubject } from '../mail/incoming.ts';
import type { MailDecisionInput } from './mail-state.ts';

/** A sender with an account has the language of its settings. */
export function inLanguage(identity: Identity, request: MailDecisionInput): Identity {
  const { sender } = identity;
  return sender.userid === null ? { ...identity, sender: { ...sender, language: languageOfMail(request) } } : identity;
}

/**
 * What the mail says of itself, else a word in it that only one language has, else what is without doubt; null: nothing tells.
 * A mail in a language we do not have says nothing either.
 */
function languageOfMail({ mail, text, mailSettings }: MailDecisionInput): Language | null {
  const [declared = ''] = (headerOf(mail, 'content-language') ?? '').split(',');
  const named = languageNamed(declared);
  if (named !== null) return named;
  const lines = [readSubject(mail), ...text.split('\n').slice(0, limits.proseLines)];
  for (const line of lines) {
    const language = guessEverydayLanguage(line);
    if (language !== null) return language;
  }
  const words = text.slice(0, limits.languageSample);
  const letters = words.match(/\p{L}/gu)?.length ?? 0;
  return letters < limits.languageLetters ? null : languageNamed(mailSettings.guessLanguage(words) ?? '');
}
