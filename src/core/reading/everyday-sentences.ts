// Lists sentences of ordinary language by their telling words, with their answers.
import { answerWith, forMailAndBoard, type Meaning, type ReplyContext } from './everyday-list.ts';

export interface SentenceRow extends Partial<Readonly<Record<ReplyContext, Meaning>>> {
  /**
   * Each a pattern: `more|extra & time|days` fits a sentence with a word of each group. `_` joins the words of a phrase, `*` stands for any
   * end of a word, `^` for the beginning of the sentence. Small letters without accents, no apostrophes.
   */
  readonly about: readonly string[];
  /** Its patterns say what should not be, so that a "not" in the sentence changes nothing. */
  readonly hasNot?: true;
}

// Words that many patterns share.
const GAME =
  'game|games|board|boards|match|matches|spiel*|partie*|brett*|jeu|jeux|partid*|juego*|jogo*|tabuleiro*|tablero*';
const OPPONENT =
  'opponent*|adversar*|gegner*|rival*|oponente*|contrincante*|partner|he|she|they|er|sie|il|elle|other_player|other_side|player|spieler|friend';
const MAIL =
  'mail|mails|email|emails|e_mail|e_mails|message|messages|nachricht*|courriel*|correo*|mensaje*|mensag*|post';
const MY = 'my|mine|i|me|mein*|ich|mir|mes|mon|ma|je|mis|mi|yo|meu*|minha*|eu|os_meus|as_minhas';
const SHOW =
  'show|see|list|view|find|where|give|get|send|which|what|zeig*|seh*|wo|liste*|voir|montre*|ou_sont|ver|muestra*|lista|donde|mostra*|onde|todas|todos';
const CHANGE =
  'change*|new|different|another|update|rename|correct|edit|ander*|andern|neue*|wechsel*|changer|nouvel*|modifier|cambi*|nuev*|mudar|alterar|trocar|nov*';
const PICTURE = 'picture*|image*|images|graphic*|photo*|png|bild*|grafik*|imagen*|imagem|imagens|foto*|figura*';
const WITHOUT = 'no|without|not|dont|off|never|stop|keine*|ohne|nicht|aus|sans|pas|arrete*|sin|nada|sem|nao|desliga*';
const RULES = 'rule|rules|regel|regeln|spielregeln|regle|regles|regla|reglas|regra|regras';

export const everydaySentences: readonly SentenceRow[] = [
  {
    about: ['^tell|^inform|^sag|^sage|^schreib*|^dis|^dites|^ecri*|^dile|^di_a|^escrib*|^diz|^diga|^escrev*'],
    hasNot: true,
    ...forMailAndBoard(answerWith('everyday-chat')),
  },
  // time
  {
    about: [
      'how_long|how_much_time|how_many_days|how_many_hours|what_is_the_deadline|whats_the_deadline|when_is_the_deadline|time_left',
      'wie_lange|wie_viel_zeit|wieviel_zeit|wie_viele_tage|bis_wann|combien_de_temps|combien_de_jours|jusqu_a_quand|jusqua_quand',
      'cuanto_tiempo|cuantos_dias|hasta_cuando|quanto_tempo|quantos_dias|ate_quando|temps_reste|temps_restant',
      'when|wann|quand|cuando|quando & end|ends|over|expire*|due|run_out|deadline|move_by|ablauf*|endet|fini*|termin*|acaba*|vence',
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
      'text|texte|texto & only|mode|mail|mails|version|please|format|seul*|brut|solo|simple|apenas|nur',
      'nur|reiner|einfacher & text',
      'no|without|dont|not|ohne|kein*|sans|sin|sem & html',
      'solo|so|apenas & texto',
      'texte_seul|texte_brut|en_texte|plaintext|text_only|textonly',
      `${WITHOUT} & ${PICTURE}`,
      `${PICTURE} & off|aus|away|weg|apaga*|desliga*`,
    ],
    hasNot: true,
    ...forMailAndBoard({ command: 'set mail=text' }),
  },
  {
    about: [
      `${PICTURE} & please|with|on|want|show|again|back|bitte|mit|avec|con|com|send|quiero|quero|veux|mochte`,
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
      `one|single|only_one|eine|einmal|un|une|uno|una|um|uma|1 & ${MAIL}|time|once & day|daily|per_day|tag|taglich|jour|dia|diario`,
      'once_a_day|once_per_day|once_daily|einmal_am_tag|einmal_taglich|une_fois_par_jour|una_vez_al_dia|uma_vez_por_dia|un_mail_par_jour',
      'daily|tagliche*|diari*|quotidien* & mail|mails|digest|summary|overview|email|zusammenfassung|resume|resumen|resumo|bericht|report|update',
      'digest|daily_digest|zusammenfassung|resumen_diario|resumo_diario|resume_quotidien',
    ],
    ...forMailAndBoard({ command: 'set per=digest' }),
  },
  {
    about: [
      `too_many|fewer|less|reduce|zu_viele|weniger|trop_de|moins_de|trop|moins|demasiad*|menos & ${MAIL}`,
      `so_many|flood*|spam*|swamp* & ${MAIL}`,
      `${WITHOUT} & ${MAIL}|notifications|notify`,
    ],
    hasNot: true,
    ...forMailAndBoard(answerWith('everyday-fewer')),
  },
  {
    about: [
      'rotate*|flip*|turn_the|turn_it|turn_around & board|view|picture|it|around|brett|tablero|tabuleiro|plateau',
      '^rotate|^flip|^drehen|^drehe',
      'drehen|drehe|tourner|girar|rodar|upside_down|my_side|from_my_side|other_way_round',
      'large|larger|big|bigger|gross*|grosser|grand*|gros|mas_grande|maior|grande & print|text|letters|font|picture|board|schrift|letra*|caracteres|bild|brett|image',
      'dark|night|light|dunkel*|sombre|oscuro|escuro & mode|theme|modus|mode|modo',
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
      'password|passwort|mot_de_passe|contrasena|senha|palavra_passe & forg*|lost|new|reset|change|set|need|verges*|oubli*|perdu|olvid*|perdi|esquec*|neues|how|recover',
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
      'how|wie|comment|como & does|do|can|funktioniert|geht|marche|funciona & work|this|it|start|begin|das|es|ca|isto|esto|everything',
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
      'deshacer|retractar|equivoqu*|me_equivoque|error_mio|volver_atras|rectificar',
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
      'whose|who|wer|qui|quien|quem|de_quien|a_qui & turn|move|dran|zug|tour|turno|toca|vez|joue|juega|joga|next',
      'is_it_my_turn|my_turn|bin_ich_dran|mon_tour|mi_turno|minha_vez|did_you_get_my_move|where_are_we|current_position|last_move',
      'show|see|send|zeig*|montre*|muestra*|mostra*|resend|again|nochmal|encore|lost|ver & board|position|mail|brett|stellung|plateau|tablero|tabuleiro|posicao|posicion|last_mail|picture',
    ],
    board: { command: 'show' },
    mail: { command: 'games' },
  },
  {
    about: [
      'end|finish|stop|abort|cancel|delete|leave|give_up|quit|beend*|abbrech*|aufhor*|losch*|arret*|abandon*|quitter|termin*|acabar|cancel*|desist*|rendir*|rend & game|board|match|it|this|spiel|partie|partida|jeu|juego|jogo',
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
      'draw|remis|unentschieden|nulle|tablas|empate & offer|want|agree|propose|can|how|biete|anbieten|propose|ofre*|propon*|possible|like',
    ],
    board: { command: 'draw', isDoubtful: true },
    mail: answerWith('everyday-draw'),
  },
  {
    about: [
      RULES,
      'how|wie|comment|como & win|capture*|captur*|won|end|ends|gewinn*|schlag*|gagne*|prendre|gana*|captura*|ganha*|neutral*|convert*|conversion*',
      'what|was|que|was_sind|how_do|wie & neutral*|stone|stones|question_mark*|stein*|pierre*|piedra*|pedra*|goal|ziel|aim|objective|but|objetivo',
    ],
    ...forMailAndBoard({ command: 'help' }),
  },
  {
    about: [
      'holiday*|vacation*|on_leave|urlaub*|ferien|vacances|conges|vacaciones|ferias|travel*|reise|verreis*|voyage|viaje|viajar|viagem|away|abwesend|absent|ausente|fora|unterwegs|out_of_office',
      'pause|stop & clock*|my_clock|game|games|uhr|horloge|reloj|relogio',
      'back & from|home|again|holiday|vacation|bin_wieder_da',
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
      'who|wer|qui|quien|quem & online|here|around|plays|available|da|hier|la|ahi|aqui|spielt|joue|juega|joga',
      'find|look*|search|seek|need|want|such*|finde|cherche*|trouve*|busc*|encontr*|procur* & opponent*|partner|gegner*|mitspieler|adversaire*|rival*|adversario*|player*|jugador*|jogador*|spieler|somebody|someone|jemand',
      'no_opponent|dont_know_anybody|dont_know_anyone|know_nobody|have_no_friends|kenne_niemand*',
    ],
    hasNot: true,
    ...forMailAndBoard(answerWith('everyday-players')),
  },
  {
    about: [
      'tournament*|turnier*|tournoi*|torneo*|torneio*|championship*|meisterschaft|championnat|campeonat*|league|liga|cup|pokal',
    ],
    ...forMailAndBoard({ command: 'tournament list' }),
  },
  {
    about: [
      'watch*|spectat*|follow|observe|kibitz*|zuschau*|zusehen|regarder|suivre|seguir|mirar|observar|assistir|ver_partidas',
    ],
    ...forMailAndBoard(answerWith('everyday-watch')),
  },
  {
    about: [
      'which|what|list|other|welche|was_fur|quels|quelles|que|cuales|quais & games|spiele|jeux|juegos|jogos',
      'menu|main_menu|menue|overview|index|start_page|home|contents',
      'what_can_i_do|what_can_you_do|what_now|what_next|was_kann_ich|was_kannst_du|que_puedo|que_puis_je|o_que_posso|was_nun|et_maintenant|y_ahora|e_agora|what_is_this|was_ist_das|what_is_nexpost|commands|hilf*_mir|i_am_lost|im_lost|confused|dont_understand|not_understand|dont_get_it|what_do_you_mean|what_does_this_mean|too_complicated|verstehe_nicht|verstehe_das_nicht|verstehe_gar_nichts|ne_comprends_pas|no_entiendo|nao_entendo|nao_percebo',
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
      'free|cost*|price|pay|kosten*|kostet|gratis|gratuit*|payer|precio|pagar|preco|ads|advert* & is|does|how|much|it|this|das|was|wie|est|ce|es|que|quanto|e|what',
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
];
