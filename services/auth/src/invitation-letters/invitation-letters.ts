// The letter to somebody who is invited by e-mail; the same whether or not they are a user.
import type { OrganizationRole } from '@kvartplata/contracts/access.ts';
import type { MailLanguage } from '@kvartplata/contracts/mail.ts';
import type { Templates, WrittenText } from '@kvartplata/platform/mail/mail-message.ts';
import { nameInLetter } from '@kvartplata/platform/mail/name-in-letter.ts';

const ROLES: Readonly<Record<MailLanguage, Readonly<Record<OrganizationRole, string>>>> = {
  ru: { owner: 'владелец', accountant: 'бухгалтер', viewer: 'наблюдатель' },
  en: { owner: 'owner', accountant: 'accountant', viewer: 'viewer' },
};

type Facts = {
  readonly organization: string;
  readonly role: string;
  readonly email: string;
  readonly origin: string;
};

const TEXTS: Readonly<Record<MailLanguage, (facts: Facts) => WrittenText>> = {
  ru: ({ organization, role, email, origin }) => ({
    subject: 'Приглашение в Квартплату',
    text: `Здравствуйте!

Организация «${organization}» приглашает вас работать в Квартплате. Роль: ${role}.

Войдите или, если вы здесь впервые, зарегистрируйтесь с этой почтой, ${email}:

${origin}/

Приглашение ждёт вас на первой странице 14 дней. Принять его или отклонить, решаете вы.

Если эта организация вам незнакома, ничего делать не нужно.
`,
  }),
  en: ({ organization, role, email, origin }) => ({
    subject: 'An invitation to Kvartplata',
    text: `Hello,

The organization "${organization}" invites you to work with it in Kvartplata. Role: ${role}.

Sign in or, if you are new here, register with this address, ${email}:

${origin}/

The invitation waits for you on the first page for 14 days. You decide whether to accept it.

If you do not know this organization, there is nothing to do.
`,
  }),
};

/** @param origin of the page */
export function invitationTemplates(origin: string): Templates {
  return {
    invitation: ({ organization = '', role = '', email = '' }, language) =>
      TEXTS[language]({
        organization: nameInLetter(String(organization)),
        role: ROLES[language][role as OrganizationRole],
        email: String(email),
        origin,
      }),
  };
}
