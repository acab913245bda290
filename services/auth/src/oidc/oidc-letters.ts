// The letter to a user to whom an identity at the provider was linked.
import type { Templates } from '@kvartplata/platform/mail/mail-message.ts';
import { nameInLetter } from '@kvartplata/platform/mail/name-in-letter.ts';

/** @param origin of the page */
export function oidcTemplates(origin: string): Templates {
  return {
    'oidc-identity-linked': ({ firstName = '', provider = '', label = '' }, language) =>
      language === 'ru'
        ? {
            subject: 'К Квартплате привязан ещё один вход',
            text: `Здравствуйте, ${nameInLetter(String(firstName))}!

В Квартплату теперь можно войти под вашим именем через ${provider}, учётная запись «${nameInLetter(String(label))}».

Если это сделали не вы, кто-то знает ваш пароль. Смените его и отвяжите учётную запись:

${origin}/security
`,
          }
        : {
            subject: 'Another way to sign in to Kvartplata as you',
            text: `Hello ${nameInLetter(String(firstName))},

From now on ${provider}, account "${nameInLetter(String(label))}", signs in to Kvartplata as you.

If it was not you, somebody knows your password. Change it and unlink that account:

${origin}/security
`,
          },
  };
}
