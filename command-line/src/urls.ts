// Where the three services are: read from the page, whose address is the one that people know.
import { RequestFailure } from '@kvartplata/client/request-failure.ts';
import { UsageError } from './command-errors.ts';

export const SERVICE_NAMES = ['auth', 'core', 'billing'] as const;
export type Urls = Readonly<Record<(typeof SERVICE_NAMES)[number], string>>;

/** The addresses of `npm start`. */
const ON_THIS_MACHINE: Urls = {
  auth: 'http://localhost:8001',
  core: 'http://localhost:8002',
  billing: 'http://localhost:8003',
};
const PATIENCE_MS = 10_000;

/**
 * @param url of the page, which contains the addresses of the services; of a host that serves all three; or the three
 * themselves, as `auth=…,core=…,billing=…`
 * @throws RequestFailure when nobody responds there
 */
export async function findUrls(url: string | undefined): Promise<Urls> {
  if (url === undefined) return ON_THIS_MACHINE;
  if (url.includes('=')) return namedUrls(url);
  const address = new URL(checked(url));
  return (await urlsInPage(address)) ?? sameFor(address.origin);
}

function namedUrls(text: string): Urls {
  const named = Object.fromEntries(text.split(',').map((part) => part.trim().split('=', 2)));
  const urlOf = (name: string): string => checked(String(named[name] ?? '')).replace(/\/$/, '');
  return { auth: urlOf('auth'), core: urlOf('core'), billing: urlOf('billing') };
}

function checked(url: string): string {
  if (/^https?:\/\//.test(url) && URL.canParse(url)) return url;
  throw new UsageError({
    ru: `это не адрес: «${url}»; нужен, например, https://kvartplata.example.org`,
    en: `no address: "${url}"; one is needed, as https://kvartplata.example.org`,
  });
}

async function urlsInPage(address: URL): Promise<Urls | undefined> {
  const text = await textAt(address);
  const [, json = ''] = /<meta name="services" content="([^"]*)"/.exec(text) ?? [];
  try {
    const found = JSON.parse(json.replaceAll('&quot;', '"').replaceAll('&amp;', '&')) as Urls;
    return {
      auth: checked(found.auth),
      core: checked(found.core),
      billing: checked(found.billing),
    };
  } catch {
    return undefined;
  }
}

async function textAt(address: URL): Promise<string> {
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(PATIENCE_MS) });
    return await answer.text();
  } catch (cause) {
    throw new RequestFailure('unreachable', 0, { cause });
  }
}

function sameFor(url: string): Urls {
  return { auth: url, core: url, billing: url };
}
