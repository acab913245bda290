// The letter to somebody whose second factor an owner of their organization has reset.
import type { Templates } from '@kvartplata/platform/mail/mail-message.ts';
import { nameInLetter } from '@kvartplata/platform/mail/name-in-letter.ts';

/** @param origin of the page */
export function twoFactorTemplates(origin: string): Templates {
  return {
    'two-factor-reset': ({ firstName = '' }, language) =>
      language === 'ru'
        ? {
            subject: 'Вход по коду в Квартплату сброшен',
            text: `Здравствуйте, ${nameInLetter(String(firstName))}!

Владелец вашей организации сбросил вход по коду: для входа снова хватает пароля. Все ваши сеансы завершены.

Войдите и включите вход по коду на новом телефоне:

${origin}/security

Если вы об этом не просили, смените пароль и спросите владельца организации.
`,
          }
        : {
            subject: 'Your two-factor sign-in to Kvartplata has been reset',
            text: `Hello ${nameInLetter(String(firstName))},

An owner of your organization has reset your two-factor sign-in: the password is enough again. All your sessions have ended.

Sign in and turn it on with your new phone:

${origin}/security

If you have not asked for it, change your password and ask the owner of your organization.
`,
          },
  };
}
