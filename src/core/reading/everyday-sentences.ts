// Lists sentences of ordinary language by their telling words, with their answers.
import { answerWith, forMailAndBoard, type Meaning, type ReplyContext } from './everyday-list.ts';
import { ASKING, CHANGE, GAME, MAIL, MY, OPPONENT, PICTURE, RULES, SHOW, WITHOUT } from './everyday-vocabulary.ts';

export interface SentenceRow extends Partial<Readonly<Record<ReplyContext, Meaning>>> {
  /**
   * Each a pattern: `more|extra & time|days` fits a sentence with a word of each group. `_` joins the words of a phrase, `*` stands for any
   * end of a word, `^` for the beginning of the sentence. Small letters without accents, no apostrophes.
   */
  readonly about: readonly string[];
  /** Its patterns say what should not be, so that a "not" in the sentence changes nothing. */
  readonly hasNot?: true;
}

export const everydaySentences: readonly SentenceRow[] = [
  {
    about: [
      '^tell(?!_me_)|^inform(?!_me_)|^sag(?!_mir_)|^sage|^schreib*(?!_auf_)(?!_mir_)|^dis(?!_moi_)|^dites(?!_moi_)|^ecri*(?!_en_)|^dile|^di_a|^escrib*(?!_en_)|^diz(?!_me_)|^diga(?!_me_)|^escrev*(?!_em_)',
    ],
    hasNot: true,
    ...forMailAndBoard(answerWith('everyday-chat')),
  },
  // what would be taken for something else below
  {
    about: [
      'tournament*|turnier*|tournoi*|torneo*|torneio*|championship*|meisterschaft|championnat|campeonat*|league|liga|cup|pokal',
    ],
    ...forMailAndBoard({ command: 'tournament list' }),
  },
  {
    about: [
      'how_many|wie_viele|combien_de|cuantos|quantos & people|players|users|leute|spieler|joueurs|gens|jugadores|jogadores|personas|pessoas',
    ],
    ...forMailAndBoard(answerWith('everyday-players')),
  },
  {
    about: [
      'speak_to|talk_to|speak_with|talk_with|contact|reach|sprechen|parler|hablar|falar & human|person|somebody|someone|admin*|operator|mensch*|jemand*|quelqu_un|quelquun|alguien|alguem|real',
    ],
    ...forMailAndBoard(answerWith('everyday-operator')),
  },
  {
    about: [
      'how_big|how_large|what_size|board_size|rated|which_stones|what_happened|previous_moves|previous_move|moves_so_far|welche_steine|meine_steine',
    ],
    board: { command: 'show' },
  },
  {
    about: [
      'free|cost|costs|price|prices|charge|pay|kosten*|kostet|gratis|gratuit*|payer|payant|coute*|precio|pagar|cuesta|preco|custa|ads|advert* & is|does|do|how|much|it|this|das|was|wie|est|ce|es|que|quanto|combien|cuanto|e|what',
    ],
    ...forMailAndBoard(answerWith('everyday-free')),
  },
  {
    about: [
      `${PICTURE} & see|work|works|working|load*|display*|show|shows|appear*|open|there|why|where|missing|broken|blank|empty|wrong|seh*|fehl*|warum|voir|vois|pourquoi|ver|veo|vejo|porque|aparec* & not|no|cant|cannot|dont|doesnt|isnt|why|where|missing|broken|blank|empty|wrong|nicht|kein*|warum|pas|pourquoi|nao`,
      `why|where|warum|wo|pourquoi|porque|missing|broken|fehl* & ${PICTURE}`,
      'not|dont|nicht|pas|nao & plain_text|text_only|only_text|nur_text|texte_seul|solo_texto|so_texto',
      'see|seh*|voir|vois|ver|veo|vejo & board|brett|plateau|tablero|tabuleiro & cant|cannot|dont|not|nicht|pas|no|nao',
      'board|picture|image|bild|brett|tablero|tabuleiro|plateau|it & looks|look|is|sieht|appears & broken|strange|weird|wrong|ugly|odd|garbled|unreadable|a_mess|messed|komisch|kaputt',
    ],
    hasNot: true,
    ...forMailAndBoard(answerWith('everyday-pictures')),
  },
  {
    about: [
      'invite|inviting|invitation|einlad*|lade|invit*|convid* & friend*|wife|husband|son|daughter|brother|sister|someone|somebody|freund*|frau|mann|ami|amie|amis|amig*|him|her|how|can|wie|comment|como|alguien|alguem|jemand*|another|to_play',
      'wife|husband|son|daughter|brother|sister|frau|bruder|schwester|femme|mari|frere|soeur|mujer|marido|hermano|hermana|mulher|irmao|irma & game|play|spiel|spielen|jouer|jugar|jogar|partie|partida',
      'friend*|freund*|ami|amie|amig* & play_with|play_against|play|playing|spielen|jouer|jugar|jogar & how|can|against|with|wie|kann|comment|puis|como|puedo|posso|gegen|mit|avec|contre|con|com|contra',
    ],
    ...forMailAndBoard(answerWith('everyday-play')),
  },
  {
    about: [
      'who|whom|wer|wen|qui|quien|quem & my_opponent|against|gegen|contre|contra|mein_gegner|mon_adversaire|mi_rival|mi_oponente|o_meu_adversario|other_player|playing_with',
    ],
    board: { command: 'show' },
    mail: { command: 'games' },
  },
  {
    about: ['call_me|my_name_is|nenn_mich|ich_heisse|appelle_moi|mappelle|llamame|me_llamo|chama_me|chamo_me'],
    mail: answerWith('everyday-rename'),
  },
  {
    about: [
      `${ASKING} & user_name|username|userid|user_id|nickname|login_name|my_name|benutzername*|mein_name|mon_nom|mon_pseudo|mi_nombre|meu_nome`,
      'my|mein|mon|mi|meu|o_meu & profile|profil|perfil|account_info|account_details',
    ],
    mail: { command: 'stats' },
    board: answerWith('everyday-ratings'),
  },
  {
    about: [
      'how|can_i|wie|kann_ich|comment|puis_je|como|puedo|posso|want_to|may_i & send_a_message|a_message|message|messages|talk|chat|write_to|nachricht*|ecrire_a|escribir_a|hablar_con|escrever_a|falar_com',
    ],
    ...forMailAndBoard(answerWith('everyday-chat')),
  },
  {
    about: [
      'private|public|secret|secure|safe|confidential|vertraulich|sicher|privat|offentlich|prive|prives|privee*|publique|privado*|publico*|seguro*|shared|share|sell|visible & my|are|is|mail|mails|email|emails|address|game|games|data|messages|meine|sind|ist|mes|mis|meus|you|do',
    ],
    ...forMailAndBoard({ command: 'privacy' }),
  },
  // time
  {
    about: [
      'how_long|how_much_time|how_many_days|how_many_hours|what_is_the_deadline|whats_the_deadline|when_is_the_deadline|time_left',
      'wie_lange|wie_viel_zeit|wieviel_zeit|wie_viele_tage|bis_wann|combien_de_temps|combien_de_jours|jusqu_a_quand|jusqua_quand',
      'cuanto_tiempo|cuantos_dias|hasta_cuando|quanto_tempo|quantos_dias|ate_quando|temps_reste|temps_restant',
      'when|wann|quand|cuando|quando & frist|zeit|plazo|prazo|temps|tiempo|tempo|lose|verliere|must|have_to|muss|end|ends|over|expire*|due|run_out|deadline|move_by|ablauf*|endet|fini*|termin*|acaba*|vence',
      'deadline|frist|bedenkzeit|time_control|time_limit & what|when|wann|wie_lang*',
    ],
    ...forMailAndBoard(answerWith('everyday-time')),
    board: answerWith('everyday-time-left'),
  },
  {
    about: [
      'more|extra|longer|extend*|extension|additional|another|few|little & time|day|days|week|weeks|deadline|clock|hours',
      'mehr|langer|verlanger*|noch|zusatzlich* & zeit|tag|tage|bedenkzeit|frist',
      'plus|encore|davantage|prolong* & temps|jours|delai',
      'mas|otro*|prolong*|ampliar & tiempo|dias|plazo',
      'mais|outro*|prolong* & tempo|dias|prazo',
      'be|am|will_be|running|bin|suis|voy|estou & late|slow|delayed|spat|langsam|retard|tarde|atrasad*',
      'busy|out_of_time|running_out|keine_zeit|pas_le_temps|sin_tiempo|sem_tempo|cant_move|cannot_move',
      'add|give & time|days|zeit|tage',
      'i|im & wont|unable|not_able & play|move|answer|reply|make_it',
      'extension',
      'need|brauche*|besoin|necesito|preciso & day|days|tag|tage|jour|jours|dia|dias|time|zeit|temps|tiempo|tempo',
    ],
    hasNot: true,
    ...forMailAndBoard(answerWith('everyday-more-time')),
  },
  {
    about: [
      'win|claim|victory|forfeit*|gewinn*|gagn*|ganar|ganhar|reclam* & on_time|time|timeout|time_out|zeit|temps|tiempo|tempo|clock',
      'timed_out|out_of_time|time_is_up|times_up|zeit_ist_um|zeit_abgelaufen|zeituberschreitung|temps_ecoule|se_le_acabo|acabou_o_tempo',
      `${OPPONENT} & vanished|gone|missing|disappear*|disparu*|desaparec*|verschwunden|left|quit|asleep|dead|absent|away|weg|silent|inactive|abandon*`,
      `${OPPONENT} & answer*|respon*|reply|replies|replied|moves|move|moving|moved|play|playing|antwort*|zieht|repond*|joue|contest*|juega|mueve|joga|play_any_more & not|doesnt|dont|isnt|hasnt|never|no_longer|nicht|nie|pas|plus|no|nao|nunca|stopped|wont`,
      `${OPPONENT} & slow|slowly|too_long|ages|forever|langsam|lange|lent*|longtemps|lento*|tarda*|demora*`,
      'no|never|not|keine*|pas|nao & answer|reply|response|antwort|reponse|respuesta|resposta',
      'still|noch|encore|todavia|aun|sigue|ainda & there|here|alive|playing|da|dabei|la|ahi|ai|esta',
      `seen|see|read|got|get|received|gesehen|bekommen|vu|recu|visto|recibido|recebeu|viu & ${OPPONENT}`,
      'where|wo|ou|donde|onde & opponent|gegner|adversaire|adversario|he|she|er|sie',
      'doesnt|does_not|hasnt|has_not|isnt|is_not|wont|will_not|never|antwortet_nicht|zieht_nicht|reagiert_nicht|ne_repond|ne_joue|no_contesta|no_responde|no_juega|nao_responde|nao_joga & answer*|respond*|reply*|replied|move|moved|moving|play|played|playing|antwortet_nicht|zieht_nicht|reagiert_nicht|ne_repond|ne_joue|no_contesta|no_responde|no_juega|nao_responde|nao_joga',
      'too|so|very|really|zu|sehr|trop|tres|muy|demasiado|muito|demasiado & slow|slowly|langsam|lent|lente|lento|lenta',
      'nobody|no_one|niemand|personne|nadie|ninguem & moves|answers|plays|replies|antwortet|repond|responde',
    ],
    hasNot: true,
    board: answerWith('everyday-opponent'),
    mail: answerWith('everyday-opponent'),
  },
  {
    about: [
      'tell|ask|push & to_move|to_play|to_hurry',
      '^ping',
      'remind|nag|nudge|poke|hurry_up|hurry|reminder|erinner*|mahn*|rappel*|relanc*|record*|lembra*|recuerd*|recorda*',
    ],
    board: answerWith('everyday-remind'),
    mail: answerWith('everyday-remind'),
  },
  // settings
  {
    about: [
      'plain|only|just|solely|simple|raw & text|ascii',
      'prefer|rather|lieber & text',
      'text|texte|texto & only|mode|mail|mails|version|please|format|seul*|brut|solo|simple|apenas|nur',
      'nur|reiner|einfacher & text',
      'solo|so|apenas & texto',
      'texte_seul|texte_brut|en_texte|plaintext|text_only|textonly',
    ],
    ...forMailAndBoard({ command: 'set mail=text' }),
  },
  {
    about: [
      'no|without|dont|not|ohne|kein*|sans|sin|sem & html',
      `${WITHOUT} & ${PICTURE}`,
      `${PICTURE} & off|aus|away|weg|apaga*|desliga*`,
    ],
    hasNot: true,
    ...forMailAndBoard({ command: 'set mail=text' }),
  },
  {
    about: [
      `${PICTURE} & please|with|on|want|of_the_board|show|again|back|bitte|mit|avec|con|com|send|quiero|quero|veux|mochte`,
      'html & please|mail|mails|want|on',
    ],
    ...forMailAndBoard({ command: 'set mail=html' }),
  },
  {
    about: [
      'screen_reader|screenreader|screen_readers|nvda|jaws|voiceover|orca|braille|vorlese*|lecteur_d_ecran|lecteur_ecran|lecteur_decran|lector_de_pantalla|leitor_de_ecra|leitor_de_tela',
      'i|am|im|bin|ich|suis|je|soy|sou & blind|aveugle|ciego|ciega|cego|cega|sehbehindert|visually_impaired|malvoyant*',
      'board|position|brett|stellung|tablero|tabuleiro|plateau|it|describe|say & in_words|in_worten|en_mots|en_palabras|em_palavras|as_words|with_words|described|spoken|aloud|en_toutes_lettres',
      'describe|beschreib*|decri*|descri* & board|position|brett|plateau|tablero|tabuleiro',
      'in_words|in_worten|en_palabras|em_palavras',
    ],
    ...forMailAndBoard({ command: 'set board=words' }),
  },
  {
    about: [
      `one|single|only_one|eine|einmal|un|une|uno|una|um|uma|1 & ${MAIL} & day|daily|per_day|tag|taglich|jour|dia|diario`,
      'once_a_day|once_per_day|once_daily|einmal_am_tag|einmal_taglich|une_fois_par_jour|una_vez_al_dia|uma_vez_por_dia|un_mail_par_jour',
      'daily|tagliche*|diari*|quotidien* & mail|mails|digest|summary|overview|email|zusammenfassung|resume|resumen|resumo|bericht|report|update',
      'digest|daily_digest|zusammenfassung|resumen_diario|resumo_diario|resume_quotidien',
    ],
    ...forMailAndBoard({ command: 'set per=digest' }),
  },
  {
    about: [
      `too_many|so_many|so_much|too_much|fewer|less|less_often|reduce|flood*|spam*|swamp*|zu_viele|so_viele|weniger|trop_de|moins_de|trop|moins|demasiad*|tantos|menos|muitos|muitas & ${MAIL}|emailing|mailing`,
      `stop|quit|off|no_more|dont_send|do_not_send|dont_want|do_not_want|dont_need|keine|aus|arrete*|plus_de|no_mas|no_quiero|sem|nao_quero|parem|para_de & ${MAIL}|emailing|mailing|sending|writing|notifications|notification*|notify|invitation*|invit*|reminder*|einladung*|erinnerung*|rappels`,
    ],
    hasNot: true,
    ...forMailAndBoard(answerWith('everyday-fewer')),
  },
  {
    about: [
      `get|got|receive*|arriv*|came|come|lost|erhalt*|bekomm*|gekommen|angekommen|recu|recois|recib*|llego|receb*|chegou & ${MAIL} & not|no|didnt|never|havent|hasnt|dont|lost|nicht|kein*|pas|nao`,
    ],
    hasNot: true,
    board: { command: 'show' },
    mail: { command: 'games' },
  },
  {
    about: [
      'rotate*|flip*|turn_the|turn_it|turn_around & board|view|picture|it|around|brett|tablero|tabuleiro|plateau',
      '^rotate|^flip|^drehen|^drehe',
      'drehen|drehe|tourner|girar|rodar|upside_down|my_side|from_my_side|other_way_round',
      `large*|big|bigger|zoom|gross*|grand*|gros|maior* & print|text|letters|font|picture*|image*|board|boards|screen|schrift|letra*|caracteres|brett|plateau|tablero|tabuleiro|${PICTURE}`,
      `small*|tiny|klein*|petit*|pequen* & print|text|letters|font|schrift|letra*|caracteres|${PICTURE}`,
      'dark*|night|light|bright*|dunkel*|sombre*|oscur*|escur* & mode|theme|modus|modo|colour*|color*|farb*|couleur*|cores|board*|picture*|background|screen',
      'change|other|different|andere|autres|otros|outras & colour*|color*|farben|couleurs|cores',
      'large_print|dark_mode|high_contrast|contrast|colour_blind|color_blind|colorblind|farbenblind|daltoni*',
    ],
    ...forMailAndBoard(answerWith('everyday-looks')),
  },
  {
    about: ['english|englisch|anglais|ingles & please|in|auf|en|em|switch|language|speak|write|bitte'],
    ...forMailAndBoard({ command: 'set language=en' }),
  },
  {
    about: ['portugu* & please|in|auf|en|em|switch|language|falar|escrev*|bitte|por_favor'],
    ...forMailAndBoard({ command: 'set language=pt' }),
  },
  {
    about: [
      'language*|sprache*|langue*|idioma*|lingua',
      'deutsch|german|francais|french|espanol|spanish|castellano|italiano|italian|nederlands|dutch|russian|polish|allemand|aleman|alemao|frances|espanhol',
    ],
    ...forMailAndBoard(answerWith('everyday-languages')),
  },
  // the account
  {
    about: [
      'delete|erase|remove|forget|losch*|vergiss|vergesst|efface*|supprim*|oublie*|borra*|olvida*|apaga*|esquec* & data|everything|all_of_it|daten|alles|donnees|tout|datos|todo|dados|tudo|me_completely|all_about_me|my_games',
    ],
    ...forMailAndBoard(answerWith('everyday-forget')),
  },
  {
    about: [
      'leave|quit|exit|stop_playing|give_it_up|aufhoren|austreten|gehen|partir|arreter_de_jouer|irme|salir|sair|deixar & want|would|like|how|mochte|will|wie|veux|voudrais|comment|quiero|como|quero|here|club|nexpost|server',
    ],
    ...forMailAndBoard(answerWith('everyday-leave')),
  },
  {
    about: [
      `${CHANGE} & name|names|nickname|username|userid|user_id|nick|benutzername*|pseudo|pseudonyme|nombre|nome|handle|nom`,
      'rename|umbenennen|renommer|renombrar',
    ],
    ...forMailAndBoard(answerWith('everyday-rename')),
  },
  {
    about: [
      `${CHANGE} & address|email|mail_address|e_mail|adresse*|direccion|correo|endereco|mailadresse`,
      'moved_to_a_new_address|new_email|neue_adresse|nouvelle_adresse|nueva_direccion|novo_endereco',
    ],
    ...forMailAndBoard(answerWith('everyday-address')),
  },
  {
    about: [
      'what|which|was|que|quelles|welche & know|stored|saved|kept|keep|store|weiss*|gespeichert|savez|sais|sabes|sabe|guard* & me|about_me|of_me|mich|moi|mi|mim|data|daten|donnees|datos|dados',
      'privacy|gdpr|dsgvo|rgpd|datenschutz|my_data|meine_daten|mes_donnees|mis_datos|os_meus_dados|personal_data|data_protection',
    ],
    ...forMailAndBoard({ command: 'privacy' }),
  },
  {
    about: [
      'delete|close|remove|cancel|erase|losch*|schliess*|ferm*|supprim*|borra*|elimin*|cerrar|apaga*|fechar|encerrar & account|konto|compte|cuenta|conta|profile|myself',
    ],
    ...forMailAndBoard(answerWith('everyday-close')),
  },
  {
    about: [
      'password|passwort|mot_de_passe|contrasena|senha|palavra_passe & forg*|lost|new|reset|change|set|need|verges*|oubli*|perdu|olvid*|perdi|esquec*|neues|how|recover|andern|wechseln|changer|cambiar|mudar|alterar',
      'what|which|remember|was|quel|cual|qual|mein|where & password|passwort|mot_de_passe|contrasena|senha|palavra_passe',
      'cant|cannot|how|unable|kann_nicht|wie & log_in|login|log_on|sign_in|einloggen|anmelden|connect*|entrar|iniciar',
    ],
    hasNot: true,
    ...forMailAndBoard(answerWith('everyday-password')),
  },
  {
    about: [
      'sign_up|signup|register|registr*|join|anmeld*|inscri*|account_anlegen|konto_eroffnen|create|open|erstell*|creer|crear|criar & account|konto|compte|cuenta|conta|me|here|how|want|like|club|server|nexpost|quiero|quero|mochte|veux',
    ],
    ...forMailAndBoard(answerWith('everyday-register')),
  },
  // asking about the game
  {
    about: [
      'how|where|wie|wo|comment|como & move|moves|play|send|write|ziehe|zug|spiele|jouer|jugar|jogar|mover & here|i|my|it|work|works|ich|man|je|on|se',
      'how|wie|comment|como & work|works|start|started|begin|use|funktioniert|geht_das|geht_es|fang*|anfang*|beginn*|marche|commence*|debut*|utilise*|funciona|empiezo|empezar|comienzo|comeco|comecar|usa|uso',
      'where_do_i_start|where_to_start|wo_fange_ich|par_ou|por_donde|por_onde',
      'getting_started|first_steps|erste_schritte|premiers_pas|primeros_pasos|primeiros_passos|beginner*|newbie|anfanger|debutant|principiante|i_am_new|im_new|ich_bin_neu|je_suis_nouveau|soy_nuevo|sou_novo',
      'teach|learn|lern*|apprendre|aprender|explain|erklar*|expliqu*|explic* & me|play|game|spiel|jouer|jugar|jogar|how',
    ],
    ...forMailAndBoard({ command: 'help tutorial' }),
    board: { command: 'help' },
  },
  {
    about: [
      'hint|hints|tip|tips|suggestion*|suggest|advice|advise|tipp|tipps|hinweis*|vorschlag*|indice*|conseil*|pista*|sugerencia*|consejo*|dica*|sugest*|sugerenc*',
      'what|which|was|que|quel|welche* & should|shall|would|soll*|dois|devo|debo|best & play|move|do|spielen|ziehen|jouer|jugar|jogar|mover',
      'who|wer|qui|quien|quem & winning|ahead|better|leading|gewinnt|fuhrt|vorn|vorne|gagne|mene|gana|ganando|ganhar|ganha|vence',
      'am_i|are_we|bin_ich|suis_je|estoy|estou & winning|losing|ahead|lost|better|worse|verloren|perdu|ganando|perdiendo|ganhar|perder',
      'which|what|possible|legal|allowed|valid|welche|mogliche*|erlaubte*|quels|possibles|que|posibles|quais|possiveis|list|show & moves|zuge|coups|jugadas|jogadas|lances|movimientos',
      'best|good|beste*|bester|meilleur*|mejor*|melhor* & move|zug|coup|jugada|lance|jogada',
      'help|hilf|helfen|aide*|aider|ayuda*|ajuda* & me|mir|moi|move|think|decide|zug|coup|jugada|jogada',
    ],
    board: answerWith('everyday-hint'),
    mail: answerWith('everyday-hint'),
  },
  {
    about: [
      'start|begin|anfang*|empezar|comenzar|recommenc*|recomec*|comecar & over|again|fresh|anew|von_vorn*|neu|zero|nouveau|nuevo|novo|de_novo',
      'restart|reset|start_over|von_vorne|recommencer|neustart|reiniciar|recomecar|start_afresh',
    ],
    board: answerWith('everyday-start-over'),
    mail: answerWith('everyday-start-over'),
  },
  {
    about: [
      'take|took|taking|want|like|can|may|could|let & move_back|it_back|that_back|this_back|back_my|take_back|take_that_back|take_it_back|undo|change_my_move|change_move|another_move|different_move',
      'change|correct|alter|cancel & move|last_move',
      'wrong|bad|mistake*|error|typo|misclick*|mis_click|blunder* & move|sorry|my|made|i|was|cell',
      'zurucknehm*|zuruck_nehm*|vertan|verklickt|verschrieben|falsche*_zug|falscher|vertippt',
      'reprendre|annuler|trompe|erreur|mauvais_coup',
      'deshacer|retractar|equivoqu*|equivocad*|me_equivoque|error_mio|volver_atras|rectificar',
      'desfazer|voltar_atras|enganei*|engano|retirar_a_jogada',
      'oops|ups|uups|hoppla|whoops|my_bad|mistake',
    ],
    hasNot: true,
    board: { command: 'undo', isDoubtful: true },
    mail: answerWith('everyday-undo'),
  },
  {
    about: [
      'who|which|what|welche*|wer|quel*|qui|que|quien|quem|qual & am_i|colour|color|side|farbe|seite|bin_ich|couleur|suis_je|soy|color|lado|cor|sou_eu|sou',
      'am_i|bin_ich|suis_je|soy|sou & black|white|red|blue|schwarz|weiss|noir|blanc|negro*|blanco*|preto*|branco*|negras|blancas|pretas|brancas',
      'whose|who|wer|qui|quien|quem|de_quien|a_qui & turn|move|dran|zug|tour|turno|toca|vez|joue|juega|joga|next|jouer|jugar|jogar',
      'is_it_my_turn|my_turn|bin_ich_dran|mon_tour|mi_turno|minha_vez|did_you_get_my_move|where_are_we|current_position|last_move',
      'show|see|send|zeig*|schick*|sende|montre*|envoie*|renvoie*|muestra*|envia*|mostra*|manda*|resend|again|once_more|nochmal|encore|lost|ver|where|link & online|web|website|browser|page|board|position|mail|brett|stellung|plateau|tablero|tabuleiro|posicao|posicion|last_mail|picture',
    ],
    board: { command: 'show' },
    mail: { command: 'games' },
  },
  {
    about: [
      'end|finish|stop|abort|cancel|delete|leave|give_up|quit|beend*|abbrech*|aufhor*|losch*|arret*|abandon*|quitter|termin*|acabar|cancel*|desist*|rendir*|rend & game|board|match|it|this|spiel|partie|partida|jeu|juego|jogo',
      '^you_win|^you_won|^you_have_won|du_gewinnst|du_hast_gewonnen|tu_as_gagne|tu_gagnes|has_ganado|ganaste|tu_ganas|ganhaste|voce_ganhou|i_have_lost',
      'abandonner|aufgeben|ich_geb*_auf|rendirme|desistir|abandonar|j_abandonne',
    ],
    board: { command: 'resign', isDoubtful: true },
    mail: answerWith('everyday-resign'),
  },
  {
    about: [
      'how|wie|comment|como|can_i|kann_ich|puedo|posso|let_me|want_to & swap|pie|switch_sides|tausch*|echanger|intercambi*|trocar',
    ],
    ...forMailAndBoard({ command: 'help swap' }),
  },
  {
    about: [
      'how|wie|comment|como|can_i|kann_ich|puedo|posso & resign|give_up|surrender|aufgeben|abandonner|rendirme|desistir|abandonar',
    ],
    ...forMailAndBoard(answerWith('everyday-resign')),
  },
  {
    about: [
      'draw|remis|unentschieden|nulle|tablas|empate & lets|call|shall|take|accept|machen|faire|fazer|hacer|offer|want|agree|propose|can|how|biete|anbieten|propose|ofre*|propon*|possible|like',
    ],
    board: { command: 'draw', isDoubtful: true },
    mail: answerWith('everyday-draw'),
  },
  {
    about: [
      RULES,
      'how_to_play|how_to_win|wie_geht_das_spiel|wie_geht_dieses_spiel|comment_on_joue|comment_se_joue|como_se_juega|como_se_joga|explain_the_game|explain_this_game|das_spiel_erklaren|what_game_is_this|what_is_this_game',
      'how|wie|comment|como & win|capture*|captur*|won|end|ends|gewinn*|schlag*|gagne*|prendre|gana*|captura*|ganha*|neutral*|convert*|conversion*',
      'what|whats|was|que|was_sind|how_do|wie|explain|meaning|mean|means & neutral*|grey|gray|stone|stones|question_mark*|stein*|pierre*|piedra*|pedra*|goal|ziel|aim|objective|but|objetivo',
    ],
    ...forMailAndBoard({ command: 'help' }),
  },
  {
    about: [
      'holiday*|vacation*|on_leave|urlaub*|ferien|vacances|conges|vacaciones|ferias|travel*|reise|verreis*|voyage|viaje|viajar|viagem|away|abwesend|absent|ausente|fora|unterwegs|out_of_office',
      'pause|stop & clock*|my_clock|game|games|uhr|horloge|reloj|relogio',
      'back & i|im|am|ive|from|home|again|holiday|vacation',
      'bin_wieder_da|wieder_zuruck|wieder_zuhause|de_retour|he_vuelto|ya_volvi|estoy_de_vuelta|ja_voltei|estou_de_volta|voltei',
      'bin|bis|ab & weg|nicht_da|nicht_zuhause|fort',
      'pars|serai|suis & absent*|parti|partie_en|pas_la|voyage',
      'no_estare|me_voy|estare_fuera|vou_estar_fora|nao_vou_estar|nao_estarei|estarei_fora|wont_be_here|wont_be_home|not_be_here|cant_play_until|cannot_play_until',
    ],
    ...forMailAndBoard(answerWith('everyday-holiday')),
  },
  // looking around
  {
    about: [
      `${MY} & ${GAME}`,
      `${SHOW} & ${GAME} & ${MY}|all|running|current|alle|todos|todas|tous|toutes|laufende*|en_cours|en_curso|em_curso`,
      'what|which|welche|quelles|cuales|quais & games|boards|spiele|parties|partidas|jogos & have|playing|play|running|spiele_ich|j_ai|tengo|tenho|waiting',
      'all_my_boards|all_boards|my_boards|mes_parties|mis_partidas|meine_spiele|meus_jogos|as_minhas_partidas|waiting_for_me|where_is_my_game|where_are_my_games',
    ],
    mail: { command: 'games' },
    board: { command: 'show' },
  },
  {
    about: [
      `${MY} & rating*|stat|stats|statistics|record|results|score|scores|elo|rank|ranking|wertung*|punkte|classement|puntos|puntuacion|pontos|pontuacao|resultados|history|statistik*|estadisticas|estatisticas`,
      'how|wie & good|strong|gut|stark & am_i|bin_ich|i',
    ],
    ...forMailAndBoard({ command: 'stats' }),
  },
  {
    about: [
      'leader*|leaderboard|ladder|ranking*|rangliste*|bestenliste|classement*|clasificacion|classificacao|high_score*|highscore*|standings|top_players|top_ten|top_10|best_players|beste_spieler|best_player',
      'top|who_is_the_best|wer_ist_der_beste|strongest',
    ],
    ...forMailAndBoard(answerWith('everyday-ratings')),
  },
  {
    about: [
      'list|show|who|all|liste|zeig*|montre*|lista|muestra*|mostra* & players|people|users|members|spieler|joueurs|jugadores|jogadores|gens|gente|leute',
      'anybody|anyone|somebody|someone|jemand|quelqu_un|quelquun|alguien|alguem & there|here|play|online|want*|da|spielen|la|jouer|ahi|jugar|ai|jogar|around|for_a_game|interested',
      'who|wer|qui|quien|quem & online|here|around|plays|playing|else|active|registered|available|da|hier|la|ahi|aqui|spielt|joue|juega|joga',
      'find|look*|search|seek|need|want|such*|finde|cherche*|trouve*|busc*|encontr*|procur* & opponent*|partner|gegner*|mitspieler|adversaire*|rival*|adversario*|player*|jugador*|jogador*|spieler|somebody|someone|jemand',
      'no_opponent|dont_know_anybody|dont_know_anyone|know_nobody|have_no_friends|kenne_niemand*',
    ],
    hasNot: true,
    ...forMailAndBoard(answerWith('everyday-players')),
  },
  {
    about: [
      'watch*|spectat*|follow|observe|kibitz*|zuschau*|zusehen|regarder|suivre|seguir|mirar|observar|assistir|ver_partidas',
    ],
    ...forMailAndBoard(answerWith('everyday-watch')),
  },
  {
    about: [
      'menu|main_menu|menue|overview|index|start_page|home|contents',
      'what_can_i_write|what_can_i_say|what_can_i_send|what_should_i_write|what_do_i_write|was_kann_ich_schreiben|was_soll_ich|que_puis_je|que_puedo_escribir|o_que_posso_escrever|what_can_i_do|what_can_you_do|what_now|what_next|was_kann_ich|was_kannst_du|que_puedo|que_puis_je|o_que_posso|was_nun|et_maintenant|y_ahora|e_agora|what_is_this|was_ist_das|what_is_nexpost|commands|hilf*_mir|i_am_lost|im_lost|confused|dont_understand|not_understand|dont_get_it|what_do_you_mean|what_does_this_mean|too_complicated|verstehe_nicht|verstehe_das_nicht|verstehe_gar_nichts|ne_comprends_pas|no_entiendo|nao_entendo|nao_percebo',
    ],
    hasNot: true,
    ...forMailAndBoard({ command: 'help' }),
  },
  {
    about: ['calendar|ical|ics|kalender|calendrier|calendario|agenda'],
    ...forMailAndBoard(answerWith('everyday-time')),
  },
  // talking to us
  {
    about: [
      'who|what|wer|was|qui|quien|quem & are_you|is_this|bist_du|sind_sie|es_tu|etes_vous|eres|es_voce|tu_es',
      'website|web_site|web_page|homepage|app|webseite|site_web|sitio_web|pagina_web|aplicacao|application & have|is|there|you|a|gibt|hast|avez|tienes|tem|where',
      'are_you|bist_du|es_tu|eres|es_um & human|robot|bot|person|machine|program|real|mensch|roboter|humain|humano|ki|ai',
    ],
    ...forMailAndBoard(answerWith('everyday-who-are-you')),
  },
  {
    about: [
      'human|person|mensch*|humain*|humano|someone|somebody|operator|admin* & speak|talk|contact|reach|real|need|sprechen|parler|hablar|falar|want_a',
      'bug|bugs|fault|broken|feedback|complain*|complaint|report|problem*|feature|suggestion_for|fehler|beschwerde|bogue|plainte|queja|erro|falla|fallo|avaria|reclamac*|probleme*',
      'who|wer|qui|quien|quem & made|wrote|runs|owns|programmed|built|created|gemacht|betreibt|programmiert|fait|cree|hizo|hecho|fez|criou',
      'version|source_code|quellcode|open_source|code_source|codigo|licen*|donat*|spend*|impressum|imprint|contact|talk_to_a_human|real_person',
    ],
    ...forMailAndBoard(answerWith('everyday-operator')),
  },
  {
    about: [
      'tell|write|talk|speak|say|message|sagen|schreiben|dire|ecrire|parler|decir|escribir|hablar|dizer|escrever|falar & him|her|them|to|opponent|gegner|adversaire|adversario|ihm|ihr|lui|le|lhe|something|a_message',
    ],
    ...forMailAndBoard(answerWith('everyday-chat')),
  },
  {
    about: [
      'robots|robot|robot1|robot5|bots|bot|computer|computers|roboter|ordinateur|ordenador|computador|robos & how|which|what|who|strong|level|levels|are|is|wie|welche|comment|quels|como|que|cuales|quais|there',
    ],
    mail: { command: 'help robots' },
  },
];
