// Changing how a player's own mails look.
import { type CommandContext, decided, type Decision } from '../decision.ts';
import { defaultSettings, type PlayerSettings, settingsLine } from './settings.ts';

export function changeSettings(at: CommandContext, change: Partial<PlayerSettings>): Decision {
  const userid = at.actor ?? '';
  const before = at.state.account(userid)?.settings ?? defaultSettings;
  const settings: PlayerSettings = { ...before, ...change };
  return decided(
    settingsLine(settings) === settingsLine(before) ? [] : [{ kind: 'settings-changed', userid, settings }],
    [{ kind: 'done', done: { code: 'settings-now', parts: { settings: settingsLine(settings) } } }],
  );
}
