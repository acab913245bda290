// `npm run demo [-- --exit] [--lang ru|en]`: a made-up company bills its houses for a year, and every sum is checked against the
// ledger.
import { explainStartFailure } from '@kvartplata/platform/lifecycle/run-service.ts';
import { createApi } from './demo/api.ts';
import { DEMO_USER, signIn, type DemoPerson } from './demo/bill-a-year.ts';
import { BOOKKEEPER, CHAIRMAN } from './demo/colleagues.ts';
import { tellStory } from './demo/story.ts';
import { requireKnownArguments } from './platform/command-help.ts';
import { onStop } from './platform/on-stop.ts';
import { pageOriginOf } from './platform/service-environment.ts';
import { startPlatform, type Platform } from './platform/start-platform.ts';
import { figure, say } from './speech/speech.ts';
import type { PageServer } from './web/serve-page.ts';
import { startPage } from './web/start-page.ts';

/** Also with the prefix of a service. */
const MAIL_VARIABLES = /^([A-Z]+_)?(SMTP_URL|MAIL_DIRECTORY)$/;

const HELP = say(
  `Выдуманная компания начисляет своим домам за год, и каждая сумма сверяется с книгой.

  npm run demo [-- --exit] [--lang ru|en]

  --exit         остановиться, когда всё показано
  --lang ru|en   язык; если не указан, язык машины
  --help         эта справка`,
  `A made-up company bills its houses for a year, and every sum is checked against the ledger.

  npm run demo [-- --exit] [--lang ru|en]

  --exit         stop when everything has been shown
  --lang ru|en   the language; else that of the machine
  --help         this text`,
);

requireKnownArguments(HELP, { exit: { type: 'boolean' } });

const startedAt = performance.now();
let platform: Platform | undefined;
let page: PageServer | undefined;
let isStopping = false;
const starting = startPlatform(environmentOfDemo(process.env), console.log);
// Before the story starts, so that Ctrl-C or a closed terminal leaves no server running.
onStop(stopAll);
try {
  platform = await starting;
  const agrees = await showAll(platform);
  const seconds = figure(((performance.now() - startedAt) / 1000).toFixed(1));
  console.log(
    `\n\n${agrees ? everySumAgrees() : somethingIsOff()} ${say(`Готово за ${seconds} с.`, `Done in ${seconds} s.`)}`,
  );
  if (process.argv.includes('--exit') || !agrees) {
    await platform.stop();
    process.exit(agrees ? 0 : 1);
  }
  await stayUp(platform);
} catch (error) {
  // Errors after the services were stopped do not count.
  if (isStopping) await new Promise<never>(() => {});
  console.error(`${say('Демо не удалось:', 'The demo failed:')} ${explainStartFailure(error)}`);
  await platform?.stop();
  process.exit(1);
}

/** Webhooks go to a program on this machine, and letters to made-up people become files. */
function environmentOfDemo(given: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = Object.entries(given).filter(([name]) => !MAIL_VARIABLES.test(name));
  return { ...Object.fromEntries(kept), WEBHOOK_ALLOW_PRIVATE: 'true' };
}

async function showAll({ urls, dataDirectory }: Platform): Promise<boolean> {
  const origin = pageOriginOf(process.env);
  const api = createApi(origin, urls);
  await signIn(api);
  return tellStory({ api, urls, origin, dataDirectory });
}

function everySumAgrees(): string {
  return say('Все суммы сошлись.', 'Every sum agrees.');
}

function somethingIsOff(): string {
  return say('Сошлось не всё: см. строки с ✗.', 'Not everything agrees: see the lines with ✗.');
}

async function stayUp({ urls }: Platform): Promise<void> {
  page = await startPage(urls, process.env, console.log);
  console.log(farewell(page?.url, urls));
}

async function stopAll(): Promise<void> {
  isStopping = true;
  const started = await starting.catch(() => undefined);
  await page?.stop();
  await started?.stop();
  process.exit(0);
}

/** Which address to open, and as whom to sign in. */
function farewell(pageUrl: string | undefined, urls: Platform['urls']): string {
  const people: readonly (readonly [string, DemoPerson])[] = [
    [say('владелец', 'owner'), DEMO_USER],
    [say('бухгалтер', 'bookkeeper'), BOOKKEEPER],
    [say('наблюдатель', 'viewer'), CHAIRMAN],
  ];
  const widest = Math.max(...people.map(([, { username }]) => username.length));
  const signIns = people.map(
    ([role, { username, password }]) => `    ${username.padEnd(widest)}   ${password}   ${role}`,
  );
  return `
${say('Платформа работает; Ctrl-C остановит её.', 'The platform stays up; Ctrl-C stops it.')}

  ${say('Откройте', 'Open')}   ${pageUrl ?? say('страница не отдаётся', 'the page is not served')}
  ${say('и войдите: имя, пароль', 'and sign in: name, password')}
${signIns.join('\n')}

  ${say('API по службам', 'The API by service')}   ${urls.auth}/docs   ${urls.core}/docs   ${urls.billing}/docs`;
}
