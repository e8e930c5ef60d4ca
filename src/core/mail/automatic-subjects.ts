// How automatic answers and bounces begin their Subjects, in the languages of the programs that write them.

/** Out of office, and answers that call themselves automatic. What a person may write (`Vacation`, a command to come) is not here. */
export const AUTOMATIC = new RegExp(
  `^\\s*(?:${[
    'auto(?:matic)?[ -]?(?:reply|response|responder|answer)\\b',
    'auto:',
    'out[ -]of[ -](?:the )?office\\b',
    'away from (?:the |my )?(?:office|mail)\\b',
    'automatische (?:antwort|beantwortung)\\b',
    'abwesenheits(?:notiz|nachricht|meldung|assistent)',
    'réponse automatique',
    'absen(?:ce|t) du bureau',
    'respuesta automática',
    'fuera de (?:la )?oficina',
    'risposta automatica',
    'fuori (?:sede|ufficio)',
    'resposta automática',
    'ausência temporária',
    'automatisch antwoord',
    'afwezigheid',
    'autosvar',
    'automatiskt? svar',
    'odpowiedź automatyczna',
    'automatická odpověď',
    'automaattinen vastaus',
    'automatikus válasz',
    'otomatik yanıt',
    'автоматический ответ',
    'автоответ',
    '自動応答',
    '自动答复',
    '自動回覆',
  ].join('|')})`,
  'iu',
);

/** Bounces that came without an empty sender. */
export const UNDELIVERED =
  /^\s*(?:undeliver(?:able|ed)\b|delivery (?:status notification|failure|has failed)\b|mail delivery (?:failed|failure|system)\b|mail system error\b|returned mail\b|failure notice\b|message (?:not delivered|undeliverable)\b|unzustellbar\b|nicht zustellbar\b|non remis\b|onbestelbaar\b|no se puede entregar\b)/i;
