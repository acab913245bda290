// The page of a started platform: built when it has changed, and served at the only origin that the services accept.
import { say } from '../speech/speech.ts';
import { buildPage } from './build-page.ts';
import type { ServiceUrls } from './page-html.ts';
import { servePage, type PageServer } from './serve-page.ts';

const DEFAULT_PORT = '3000';
const NOWHERE = 'off';

/**
 * @returns undefined when the page is not to be served, or cannot be: the services run all the same, and `tell` has reported why
 */
export async function startPage(
  services: ServiceUrls,
  environment: NodeJS.ProcessEnv,
  tell: (line: string) => void,
): Promise<PageServer | undefined> {
  if (environment['WEB_HTTP_PORT'] === NOWHERE) return undefined;
  const { host, port } = pagePlace(environment);
  try {
    const folder = await buildPage(() => tell(say('Собираем страницу …', 'Building the page …')));
    return await servePage(folder, services, { host, port });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const isTaken = code === 'EADDRINUSE';
    const why = isTaken
      ? say(
          `порт ${port} занят; WEB_HTTP_PORT задаёт другой`,
          `port ${port} is in use; WEB_HTTP_PORT names another`,
        )
      : message;
    tell(say(`Страница не отдаётся: ${why}`, `The page is not served: ${why}`));
    return undefined;
  }
}

/** Where the page is served: at CORS_ORIGIN if that is this machine, unless WEB_HTTP_PORT says otherwise. */
export function pagePlace(environment: NodeJS.ProcessEnv): { host: string; port: number } {
  const { hostname, port } = new URL(environment['CORS_ORIGIN'] || 'http://localhost');
  const own = hostname === 'localhost' ? port : '';
  return {
    host: environment['HTTP_HOST'] || '127.0.0.1',
    port: Number(environment['WEB_HTTP_PORT'] || own || DEFAULT_PORT),
  };
}
