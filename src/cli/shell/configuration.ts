// Reads what --config names, and the environment with the credentials of systemd.
import { readDelivery, readSettings, readStore } from '#adapters/settings.ts';
import { addCredentials } from '#adapters/systemd/credentials.ts';

/** '': no file. */
const fileOf = (config: string): string | null => (config === '' ? null : config);

const readEnvironment = (): ReturnType<typeof addCredentials> => addCredentials(process.env);

/** As `readSettings`. `config`: the value of --config, which may be ''. */
export const readGivenSettings = async (config: string): ReturnType<typeof readSettings> =>
  readSettings(fileOf(config), readEnvironment());

/** As `readStore`. */
export const readGivenStore = async (config: string): Promise<string> => readStore(fileOf(config), readEnvironment());

/** As `readDelivery`. */
export const readGivenDelivery = async (config: string): ReturnType<typeof readDelivery> =>
  readDelivery(fileOf(config), readEnvironment());
