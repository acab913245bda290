// A client for whoever has signed in, or for the program whose API key is in the environment.
import { createClient, type Client } from '@kvartplata/client/client.ts';
import { withCookies, type CookieJar } from '@kvartplata/client/transport.ts';
import { Failed } from './command-errors.ts';
import type { Kept, Settings } from './settings.ts';
import { findUrls, type Urls } from './urls.ts';

/** @throws Failed when nobody has signed in */
export async function connect(settings: Settings): Promise<Client> {
  const kept = settings.kept();
  if (settings.apiKey !== undefined) {
    const urls =
      settings.url === undefined && kept !== undefined ? kept.urls : await findUrls(settings.url);
    return createClient({ urls, bearer: settings.apiKey });
  }
  if (kept === undefined)
    throw new Failed({
      ru: 'вход не выполнен: kvartplata login',
      en: 'not signed in: kvartplata login',
    });
  if (kept.apiKey !== undefined) return createClient({ urls: kept.urls, bearer: kept.apiKey });
  return withSession(kept.urls, kept, settings.keep);
}

/** A person's client. Cookies are saved as they change, because a refresh token can be used only once. */
export function withSession(urls: Urls, told: Omit<Kept, 'urls'>, keep: Settings['keep']): Client {
  const jar: CookieJar = new Map(told.cookies);
  const send = withCookies(fetch, {}, jar);
  let last = JSON.stringify([...jar]);
  return createClient({
    urls,
    transport: async (url, init) => {
      const answer = await send(url, init);
      const cookies = [...jar];
      if (JSON.stringify(cookies) !== last) {
        last = JSON.stringify(cookies);
        keep({ ...told, urls, cookies });
      }
      return answer;
    },
  });
}
