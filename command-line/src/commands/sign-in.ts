// Signing in as a person or as a program, and signing out.
import { createClient } from '@kvartplata/client/client.ts';
import { endCurrentSession } from '@kvartplata/contracts/auth/sessions.ts';
import { answerChallenge, startSession } from '@kvartplata/contracts/auth/sign-in.ts';
import { getCurrentUser } from '@kvartplata/contracts/auth/users.ts';
import { closeInput } from '../ask-secret.ts';
import type { Command, Context } from '../command.ts';
import { connect, withSession } from '../connect.ts';
import type { Kept } from '../settings.ts';
import { findUrls } from '../urls.ts';

const login: Command = {
  name: 'login',
  words: {
    ru: 'войти: пароль спрашивается или читается со стандартного ввода',
    en: 'sign in: the password is asked for, or read from standard input',
  },
  options: {
    url: {
      value: 'URL',
      words: {
        ru: 'адрес страницы, вместо KVARTPLATA_URL',
        en: 'the address of the page, in place of KVARTPLATA_URL',
      },
    },
    username: {
      value: 'NAME',
      words: { ru: 'имя пользователя или почта', en: 'the username or the e-mail' },
    },
    'api-key': {
      words: {
        ru: 'вместо имени и пароля — ключ программы',
        en: 'an API key in place of a name and a password',
      },
    },
  },
  run: async (context) => {
    try {
      await (context.given.has('api-key') ? keepApiKey(context) : signIn(context));
    } finally {
      closeInput();
    }
  },
};

async function signIn({ given, output, settings, askSecret }: Context): Promise<void> {
  const username = given.needed('username');
  const urls = await findUrls(given.text('url') ?? settings.url);
  const password = await askSecret({ ru: 'Пароль', en: 'Password' });
  // A failed sign-in leaves the stored one as it is.
  let kept: Kept | undefined;
  const { call } = withSession(urls, { username, cookies: [] }, (changed) => (kept = changed));
  const begun = await call(startSession, { body: { username, password } });
  if (begun.twoFactorRequired) {
    const code = await askSecret({ ru: 'Код', en: 'Code' });
    await call(answerChallenge, { body: { code } });
  }
  const user = await call(getCurrentUser);
  if (kept !== undefined) settings.keep(kept);
  output.tell(user, { ru: `Вы вошли: ${user.username}`, en: `Signed in: ${user.username}` });
}

/** A key is tried before it is kept. */
async function keepApiKey({ given, output, settings, askSecret }: Context): Promise<void> {
  const urls = await findUrls(given.text('url') ?? settings.url);
  const apiKey = await askSecret({ ru: 'Ключ', en: 'Key' });
  const user = await createClient({ urls, bearer: apiKey }).call(getCurrentUser);
  settings.keep({ urls, apiKey, cookies: [] });
  output.tell(user, {
    ru: `Ключ принят, его выпустил ${user.username}`,
    en: `The key is good; ${user.username} has made it`,
  });
}

const logout: Command = {
  name: 'logout',
  words: { ru: 'выйти и забыть вход', en: 'sign out, and forget the sign-in' },
  options: {},
  run: async ({ output, settings }) => {
    const kept = settings.kept();
    try {
      // The key stays valid: its maker withdraws it on the page.
      if (kept !== undefined && kept.apiKey === undefined) {
        const client = withSession(kept.urls, kept, () => undefined);
        await client.call(endCurrentSession);
      }
    } finally {
      settings.forget();
    }
    output.tell({ signedIn: false }, { ru: 'Вы вышли', en: 'Signed out' });
  },
};

const whoami: Command = {
  name: 'whoami',
  words: { ru: 'кто вошёл', en: 'who is signed in' },
  options: {},
  run: async ({ output, settings }) => {
    const user = await (await connect(settings)).call(getCurrentUser);
    output.tell(user, { ru: user.username, en: user.username });
  },
};

export const SIGN_IN_COMMANDS = [login, logout, whoami];
