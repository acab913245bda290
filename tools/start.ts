// `npm start [-- --lang ru|en]`: the platform, until Ctrl-C.
import path from 'node:path';
import { getCsrfToken } from '@kvartplata/contracts/auth/sessions.ts';
import { startSession } from '@kvartplata/contracts/auth/sign-in.ts';
import { registerUser } from '@kvartplata/contracts/auth/users.ts';
import { listOrganizations } from '@kvartplata/contracts/core/organizations.ts';
import { explainStartFailure } from '@kvartplata/platform/lifecycle/run-service.ts';
import { requireKnownArguments } from './platform/command-help.ts';
import { firstUserInWords } from './platform/first-user-words.ts';
import { onStop } from './platform/on-stop.ts';
import { startPlatform, type Platform } from './platform/start-platform.ts';
import { say } from './speech/speech.ts';
import type { PageServer } from './web/serve-page.ts';
import { startPage } from './web/start-page.ts';

type Started = Platform & { readonly page: PageServer | undefined };

const HELP = say(
  `Платформа на этой машине, до Ctrl-C.

  npm start [-- --lang ru|en]

  --lang ru|en   язык; если не указан, язык машины
  --help         эта справка

docs/operating/configure.md называет переменные окружения.`,
  `The platform on this machine, until Ctrl-C.

  npm start [-- --lang ru|en]

  --lang ru|en   the language; else that of the machine
  --help         this text

docs/operating/configure.md names the variables of the environment.`,
);

requireKnownArguments(HELP);
const starting = start();
// Before anything is started, so that Ctrl-C or a closed terminal leaves no server running.
onStop(async () => stop(starting));
console.log(welcome(await starting));

async function start(): Promise<Started> {
  try {
    const platform = await startPlatform(process.env, console.log);
    return { ...platform, page: await startPage(platform.urls, process.env, console.log) };
  } catch (error) {
    console.error(
      `${say('Платформа не запускается:', 'The platform cannot start:')} ${explainStartFailure(error)}`,
    );
    process.exit(1);
  }
}

async function stop(platform: Promise<Started>): Promise<void> {
  console.log(say('\nОстанавливаем …', '\nStopping …'));
  const { page, stop: stopServices } = await platform;
  await page?.stop();
  await stopServices();
  console.log(
    say(
      'Остановлено. Ничего не потеряно: следующий запуск продолжит отсюда.',
      'Stopped. Nothing is lost: the next start goes on from here.',
    ),
  );
  process.exit(0);
}

function welcome({ urls, page, dataDirectory, logDirectory, database }: Started): string {
  return `
${say('Платформа работает. Ctrl-C остановит её.', 'The platform is running. Ctrl-C stops it.')}

  auth      ${urls.auth}    ${urls.auth}/docs
  core      ${urls.core}    ${urls.core}/docs
  billing   ${urls.billing}    ${urls.billing}/docs
  web       ${page === undefined ? say('не отдаётся', 'not served') : `${page.url}    ${say('страница бухгалтера', "the accountant's page")}`}

  ${say('данные  ', 'data    ')}  ${dataDirectory}
  ${say('журналы ', 'logs    ')}  ${logDirectory}
  ${say('письма  ', 'mail    ')}  ${mailInWords(dataDirectory)}
  ${say('база    ', 'database')}  ${databaseInWords(database)}
  ${say('ставка  ', 'key rate')}  ${rateInWords()}

${firstUserInWords(process.env, { hasPage: page !== undefined, logDirectory })}

${byCurl(urls)}

${say(
  '`npm run demo` показывает дома одной компании и год их начислений.',
  "`npm run demo` shows a company's houses billed for a year.",
)}
`;
}

function databaseInWords(database: Started['database']): string {
  if (database === undefined)
    return say('серверы, названные в окружении', 'the servers named in the environment');
  return say(
    `PostgreSQL на 127.0.0.1:${database.port}, базы auth, core, billing (пользователь postgres, пароль в secrets.json)`,
    `PostgreSQL on 127.0.0.1:${database.port}, databases auth, core, billing (user postgres, password in secrets.json)`,
  );
}

function mailInWords(dataDirectory: string): string {
  return process.env['SMTP_URL']
    ? say('отправляются по SMTP', 'sent by SMTP')
    : say(
        `${path.join(dataDirectory, 'mail')}, файлами; с SMTP_URL и MAIL_FROM они отправляются`,
        `${path.join(dataDirectory, 'mail')}, as files; SMTP_URL and MAIL_FROM send them`,
      );
}

function rateInWords(): string {
  return (
    process.env['BILLING_CBR_URL'] ||
    process.env['CBR_URL'] ||
    say(
      'не запрашивается; с CBR_URL=https://www.cbr.ru Банк России спрашивают при запуске и каждую ночь',
      'not asked for; CBR_URL=https://www.cbr.ru asks the Bank of Russia at the start and every night',
    )
  );
}

function byCurl(urls: Platform['urls']): string {
  return `  CSRF=$(curl -s -c cookies.txt ${urls.auth}${getCsrfToken.path} | sed 's/.*"csrfToken":"\\([^"]*\\)".*/\\1/')
  curl -b cookies.txt -H "X-CSRF-Token: $CSRF" -H 'Content-Type: application/json' ${urls.auth}${registerUser.path} \\
    -d '{"firstName":"Anna","lastName":"Ivanova","username":"anna","email":"anna@example.org","password":"correct horse battery"}'
  curl -b cookies.txt -c cookies.txt -H 'Content-Type: application/json' ${urls.auth}${startSession.path} \\
    -d '{"username":"anna","password":"correct horse battery"}'
  curl -b cookies.txt ${urls.core}${listOrganizations.path}`;
}
