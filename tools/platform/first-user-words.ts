// What a started platform says about its first user: who becomes the admin, and where to register.
import path from 'node:path';
import { say } from '../speech/speech.ts';

type Started = { readonly hasPage: boolean; readonly logDirectory: string };

/** Outside dev anybody might be the first, so the first admin needs the bootstrap secret. */
export function firstUserInWords(
  environment: NodeJS.ProcessEnv,
  { hasPage, logDirectory }: Started,
): string {
  const appEnv = environment['AUTH_APP_ENV'] || environment['APP_ENV'] || 'dev';
  if (appEnv !== 'dev') return byBootstrapSecret(path.join(logDirectory, 'auth.log'), hasPage);
  return hasPage
    ? say(
        'Откройте страницу и войдите или зарегистрируйтесь: самый первый пользователь – администратор платформы. То же через curl:',
        "Open the page, and sign in or register: the very first user is the platform's admin. The same by curl:",
      )
    : say(
        'Самый первый пользователь – администратор платформы. Регистрация и вход через curl:',
        "The very first user is the platform's admin. To register and sign in by curl:",
      );
}

function byBootstrapSecret(log: string, hasPage: boolean): string {
  const start = hasPage
    ? say('Откройте страницу и зарегистрируйтесь. ', 'Open the page and register. ')
    : '';
  return (
    start +
    say(
      `Администратор платформы – тот, кого называет BOOTSTRAP_ADMIN; его секрет в ${log}. Пользователь через curl:`,
      `The platform's admin is whom BOOTSTRAP_ADMIN names, by the secret in ${log}. A user by curl:`,
    )
  );
}
