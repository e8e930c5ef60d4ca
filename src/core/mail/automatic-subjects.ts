// Recognises automatic answers and bounces by their Subjects, in several languages.

const ENGLISH_REPLIES = (['auto', 'automatic', 'automated'] as const).flatMap(first =>
  ['reply', 'response', 'responder', 'answer'].flatMap(second => [
    `${first}${second}`,
    `${first}-${second}`,
    `${first} ${second}`,
  ]),
);

/** Beginnings of automatic answers. Words that a person may write, such as `Vacation`, are left out. */
const AUTOMATIC: readonly string[] = [
  ...ENGLISH_REPLIES,
  ...['auto:', 'out of office', 'out of the office', 'out-of-office', 'away from my mail', 'away from the office'],
  ...['automatische antwort', 'automatische beantwortung', 'abwesenheitsnotiz', 'abwesenheitsnachricht'],
  ...['abwesenheitsmeldung', 'abwesenheitsassistent', 'réponse automatique', 'absence du bureau', 'absent du bureau'],
  ...['respuesta automática', 'fuera de la oficina', 'fuera de oficina', 'risposta automatica', 'fuori sede'],
  ...['fuori ufficio', 'resposta automática', 'ausência temporária', 'automatisch antwoord', 'afwezigheid'],
  ...['autosvar', 'automatisk svar', 'automatiskt svar', 'odpowiedź automatyczna', 'automatická odpověď'],
  ...['automaattinen vastaus', 'automatikus válasz', 'otomatik yanıt', 'автоматический ответ', 'автоответ'],
  ...['自動応答', '自动答复', '自動回覆'],
];

/** Beginnings of bounces, for those that came without an empty sender. */
const BOUNCES: readonly string[] = [
  ...['undeliverable', 'undelivered', 'delivery status notification', 'delivery failure', 'delivery has failed'],
  ...['mail delivery failed', 'mail delivery failure', 'mail delivery system', 'mail system error', 'returned mail'],
  ...['failure notice', 'message not delivered', 'message undeliverable', 'unzustellbar', 'nicht zustellbar'],
  ...['non remis', 'onbestelbaar', 'no se puede entregar'],
];

/** Does the Subject begin with one of these, as whole words? */
function beginsWithAny(subject: string, beginnings: readonly string[]): boolean {
  // Servers on the way put `[EXT]` and the like in front.
  const text = subject
    .trimStart()
    .toLowerCase()
    .replace(/^\[[a-z]{1,10}\]:?\s?/, '');
  return beginnings.some(beginning => text.startsWith(beginning) && !/^\p{L}/u.test(text.slice(beginning.length)));
}

export const isAutomaticSubject = (subject: string): boolean => beginsWithAny(subject, AUTOMATIC);

export const isBounceSubject = (subject: string): boolean => beginsWithAny(subject, BOUNCES);
