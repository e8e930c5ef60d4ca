// Lists sentences of ordinary language by their telling words, with their answers.
import { answerWith, forMailAndBoard, type SentenceRow } from './everyday-list.ts';
import { everydayQuestions } from './everyday-questions.ts';
import { CHANGE, MAIL, OPPONENT, PICTURE, WITHOUT, ASKING } from './everyday-pattern.ts';

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
      `${OPPONENT} & holiday*|vacation*|urlaub*|ferien|vacances|conges|vacaciones|ferias|de_viaje|en_voyage|ill|sick|krank|malade|enfermo|doente & is|was|why|still|when|ist|war|noch|est|encore|esta|sigue|ainda`,
    ],
    board: answerWith('everyday-opponent'),
  },
  {
    about: [
      'bigger|larger|smaller|other|different|grosser*|kleiner*|autre|otro|outro & board|size|brett|plateau|tablero|tabuleiro & play|start|game|spielen|jouer|jugar|jogar',
      'colours|colors|sides|farben|couleurs|colores|cores & next|switched|swapped|changed|other|getauscht|inverse*|invers*|trocad*|cambiad*',
    ],
    board: answerWith('everyday-start-over'),
  },
  {
    about: ['list|mailing_list|verteiler|liste|lista & remove|take_me|delete|off|streich*|enleve*|quita*|tira*'],
    ...forMailAndBoard(answerWith('everyday-leave')),
  },
  {
    about: [
      'more|extra|another|set|turn_on|enable|want|get|need|mehr|plus|mas|mais & reminder*|erinnerung*|rappels|recordatorio*|lembrete*',
    ],
    ...forMailAndBoard(answerWith('everyday-time')),
  },
  {
    about: [
      'reminder*|erinnerung*|rappels|recordatorio*|lembrete* & no|less|without|off|fewer|stop|disable|keine|weniger|ohne|pas|moins|sans|menos|sin|sem',
      '^mute|^silence|^be_quiet|^quiet',
      'weekly|every_week|once_a_week|monthly|wochentlich*|hebdomadaire|semanal*',
    ],
    hasNot: true,
    ...forMailAndBoard(answerWith('everyday-fewer')),
  },
  {
    about: ['timezone|time_zone|zeitzone|fuseau|zona_horaria|huso_horario|fuso_horario|fuso'],
    ...forMailAndBoard({ command: 'set' }),
  },
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
      `how|can|could|possible|want|wie|kann|comment|como & change|turn|switch|disable|setting|settings|without|off|no|ander*|abschalt*|ausschalt*|ohne|desactiv*|changer|sans|cambiar|sin|mudar|sem & ${PICTURE}`,
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
    about: ['call_me|be_called|be_named|nenn_mich|appelle_moi|llamame|chama_me'],
    ...forMailAndBoard(answerWith('everyday-rename')),
  },
  {
    about: ['my_name_is|ich_heisse|mappelle|me_llamo|chamo_me'],
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
      '^claim|^i_claim|claim_victory|claim_the_win|reclamo|reivindico',
      'win|claim|victory|forfeit*|gewinn*|gagn*|ganar|ganhar|reclam* & on_time|time|timeout|time_out|zeit|temps|tiempo|tempo|clock',
      'timed_out|out_of_time|time_is_up|times_up|zeit_ist_um|zeit_abgelaufen|zeituberschreitung|temps_ecoule|se_le_acabo|acabou_o_tempo',
      `${OPPONENT} & vanish*|gone|missing|disappear*|disparu*|desaparec*|verschwunden|left|quit|asleep|dead|absent|away|weg|silent|inactive|abandon*`,
      `${OPPONENT} & answer*|respon*|reply|replies|replied|moves|move|moving|moved|play|playing|antwort*|zieht|repond*|joue|contest*|juega|mueve|joga|play_any_more & not|doesnt|dont|isnt|hasnt|never|no_longer|nicht|nie|pas|plus|no|nao|nunca|stopped|wont`,
      `${OPPONENT} & slow|slowly|too_long|ages|forever|langsam|lange|lent*|longtemps|lento*|tarda*|demora*`,
      'no|never|not|keine*|pas|nao & answer|reply|response|antwort|reponse|respuesta|resposta',
      `still|noch|encore|todavia|aun|sigue|ainda & ${OPPONENT}`,
      'still|noch|encore|todavia|aun|sigue|ainda & there|here|alive|playing|da|dabei|la|ahi|ai|esta',
      `seen|read|got|get|received|gesehen|bekommen|vu|recu|visto|recibido|recebeu|viu & ${OPPONENT}`,
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
      `${PICTURE} & off|turn_off|switch_off|disable|aus|ausschalten|away|weg|apaga*|desliga*|desactiv*|desativ*`,
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
      'blind|aveugle|ciego|ciega|cego|cega|sehbehindert|visually_impaired|malvoyant*|cant_see|cannot_see',
      'screen_reader*|screenreader*|nvda|jaws|voiceover|orca|braille|lecteur_d_ecran|lector_de_pantalla|leitor_de_ecra|leitor_de_tela',
    ],
    hasNot: true,
    ...forMailAndBoard(answerWith('everyday-blind')),
  },
  {
    about: [
      `one|single|only_one|eine|einmal|un|une|uno|una|um|uma|1 & ${MAIL} & day|daily|per_day|tag|taglich|jour|dia|al_dia|por_dia|diario`,
      'once_a_day|once_per_day|once_daily|einmal_am_tag|einmal_taglich|une_fois_par_jour|una_vez_al_dia|uma_vez_por_dia|un_mail_par_jour',
      'daily|tagliche*|diari*|quotidien* & mail|mails|digest|summary|overview|email|zusammenfassung|resume|resumen|resumo',
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
      `large*|big|bigger|zoom|gross*|grand*|gros|maior*|mayor* & print|text|letters|font|picture*|image*|board|boards|screen|schrift|letra*|caracteres|brett|plateau|tablero|tabuleiro|${PICTURE}`,
      `small*|tiny|klein*|petit*|pequen*|mais_pequen* & print|text|letters|font|schrift|letra*|caracteres|${PICTURE}`,
      'small*|tiny|klein*|petit*|pequen* & board|boards|brett|plateau|tablero|tabuleiro & too|is|are|please|make|bitte|zu|ist|trop|est|demasiado|muy|es|muito|e',
      'other_side|opposite_side|side_of & see|show|view|board|brett|from|picture',
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
      'sign_up|signup|regist*|join|anmeld*|inscri*|account_anlegen|konto_eroffnen|create|open|erstell*|creer|crear|criar & account|konto|compte|cuenta|conta|me|here|how|want|like|club|server|nexpost|quiero|quero|mochte|veux',
    ],
    ...forMailAndBoard(answerWith('everyday-register')),
  },
  ...everydayQuestions,
];
