// Explains how to start the service that `nexpost init` has configured.
import type { Answers } from './ask-about-mail.ts';
import { isThere, USER } from './configuration-file.ts';
import { findProgram, isInHome, readUnit, UNIT_CONFIG } from './unit.ts';

/** The data folder of the unit. */
const DATA = '/var/lib/nexpost';
const UNIT_FOLDERS = ['/etc/systemd/system', '/usr/lib/systemd/system', '/lib/systemd/system'];

/** The lines to print. `config`: the path of the configuration. */
export async function explainStart(
  config: string,
  { needsLogin }: Pick<Answers, 'needsLogin'>,
): Promise<readonly string[]> {
  const login = needsLogin ? [`nexpost login --config ${config}`, `nexpost check --config ${config} --mail`] : [];
  const inHand = [
    '',
    'To start it in this terminal:',
    ...login.map(line => `  ${line}`),
    `  nexpost serve --config ${config} --data ${process.geteuid?.() === 0 ? DATA : './data'}`,
  ];
  const hasUnit = await Promise.all(UNIT_FOLDERS.map(folder => isThere(`${folder}/nexpost.service`)));
  if (hasUnit.includes(true))
    return [
      ...inHand,
      '',
      ...(config === UNIT_CONFIG ? [] : [`The unit of systemd reads ${UNIT_CONFIG}: move the file there.`]),
      'To start it by systemd, now and at every boot:',
      '  systemctl enable --now nexpost',
    ];
  const program = await findProgram(process.argv[1] ?? '', process.execPath);
  const warnings = [
    ...(isInHome(program)
      ? [
          'The program is in a home folder, which the unit may not read. Install it with `npm install --global`, as root.',
        ]
      : []),
    ...(isInHome(config) ? [`The unit may not read ${config} in a home folder: move it to ${UNIT_CONFIG}.`] : []),
  ];
  return [
    ...inHand,
    '',
    'To start it by systemd, now and at every boot: put this into /etc/systemd/system/nexpost.service, and then',
    `  useradd --system --home-dir ${DATA} --shell /usr/sbin/nologin ${USER}; chown ${USER}: ${config}`,
    '  systemctl enable --now nexpost',
    ...warnings,
    '',
    (await readUnit(program, config)).trimEnd(),
  ];
}
