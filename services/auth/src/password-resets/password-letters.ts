// Letters to users about their passwords.
import type { MailLanguage } from '@kvartplata/contracts/mail.ts';
import type { KeyRing } from '@kvartplata/platform/identity/keys.ts';
import type { MailFacts, Templates, WrittenText } from '@kvartplata/platform/mail/mail-message.ts';
import { nameInLetter } from '@kvartplata/platform/mail/name-in-letter.ts';
import { resetTokenFor } from './reset-token.ts';

export const RESET_MINUTES = 30;

export type PasswordLetters = {
  /** Of the page, for the links. */
  readonly origin: string;
  readonly keys: KeyRing;
};

/** The link is made here, when the letter is sent: the outbox only has the id of the request. */
export function passwordTemplates({ origin, keys }: PasswordLetters): Templates {
  return {
    'password-reset': ({ resetId, firstName = '', username = '' }, language) => {
      // A fragment is not sent to any server and stays out of logs.
      const link = `${origin}/reset-password#${resetTokenFor(keys, String(resetId))}`;
      return written(RESET[language], { firstName, username, link });
    },
    'password-replaced': ({ firstName = '' }, language) =>
      written(REPLACED[language], { firstName, link: `${origin}/forgotten-password` }),
  };
}

type Text = { readonly subject: string; readonly text: (facts: MailFacts) => string };

function written({ subject, text }: Text, facts: MailFacts): WrittenText {
  return { subject, text: text(facts) };
}

const RESET: Readonly<Record<MailLanguage, Text>> = {
  ru: {
    subject: 'Новый пароль для Квартплаты',
    text: ({ firstName, username, link }) => `Здравствуйте, ${nameInLetter(String(firstName))}!

Кто-то, вероятно вы, попросил ссылку для нового пароля. Откройте её и придумайте новый пароль:

${link}

Ссылка действует ${RESET_MINUTES} минут и только один раз. Никому её не пересылайте.
Имя пользователя: ${username}

Если просили не вы, ничего делать не нужно: пароль остался прежним.
`,
  },
  en: {
    subject: 'A new password for Kvartplata',
    text: ({ firstName, username, link }) => `Hello ${nameInLetter(String(firstName))},

Somebody, probably you, asked for a link to set a new password. Open it and choose one:

${link}

The link works for ${RESET_MINUTES} minutes and only once. Do not forward it to anybody.
Your username: ${username}

If it was not you, there is nothing to do: your password has not changed.
`,
  },
};

const REPLACED: Readonly<Record<MailLanguage, Text>> = {
  ru: {
    subject: 'Пароль для Квартплаты изменён',
    text: ({ firstName, link }) => `Здравствуйте, ${nameInLetter(String(firstName))}!

Ваш пароль только что изменён по ссылке из письма, и все сеансы завершены: войдите с новым паролем.

Если это были не вы, кто-то читает вашу почту. Смените пароль почты, затем попросите новую ссылку:

${link}
`,
  },
  en: {
    subject: 'Your password for Kvartplata has been changed',
    text: ({ firstName, link }) => `Hello ${nameInLetter(String(firstName))},

Your password has just been changed by a link from an e-mail, and all sessions have ended: sign in with the new one.

If it was not you, somebody reads your e-mail. Change the password of your mailbox, then ask for another link:

${link}
`,
  },
};
