// The feature `standings`: tables of players, and their records.
import type { Feature } from '#core/contract/feature.ts';
import { standings as standingsCommand, stats, who } from './commands.ts';
import { playerRecords, standings as standingsMail, who as whoMail } from './mails.ts';

export const standings = {
  messages: { 'player-records': playerRecords, standings: standingsMail, who: whoMail },
  commands: [standingsCommand, stats, who],
} satisfies Feature;
