// Billing's database, for commands that read the books: the one in the environment, by default the embedded one.
import { ConfigurationError } from '@kvartplata/platform/config/config.ts';
import { postgresUrl } from '@kvartplata/platform/config/readers.ts';
import { visitEmbedded } from './embedded-databases.ts';
import { withoutPassword } from './named-databases.ts';

const NAME = 'BILLING_DATABASE_URL';
const NO_SUCH_TABLE = '42P01';

/**
 * @param work gets the database's URL, and which one it is for a person to read
 * @throws ConfigurationError for an invalid URL; an Error for a database that does not exist or is in use
 */
export async function onBillingDatabase<Result>(
  environment: NodeJS.ProcessEnv,
  work: (url: string, place: string) => Promise<Result>,
): Promise<Result> {
  const named = namedUrl(environment[NAME]);
  const embedded = named === undefined ? await visitEmbedded(environment, ['billing']) : undefined;
  const url = named ?? embedded?.urlOf('billing') ?? '';
  const place = named === undefined ? `embedded in ${embedded?.directory}` : withoutPassword(named);
  try {
    return await work(url, place);
  } catch (error) {
    if ((error as { readonly code?: unknown }).code !== NO_SUCH_TABLE) throw error;
    throw new Error(
      `${place} does not hold the books of this version: ${(error as Error).message}`,
      { cause: error },
    );
  } finally {
    await embedded?.close();
  }
}

function namedUrl(value: string | undefined): string | undefined {
  if (!value) return undefined;
  try {
    return postgresUrl(value);
  } catch (error) {
    throw new ConfigurationError([`${NAME} ${(error as Error).message}`]);
  }
}
