// Sent e-mails: recipient, subject and outcome; never the text, because its link gives access to an account.
import type { MailMessage } from '@kvartplata/contracts/auth/mail-messages.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { showInstant } from '../../lib/days.ts';
import { inBoth, useWords } from '../../lib/words.ts';
import { Sheet } from '../../ui/page.tsx';
import { PagedTable } from '../../ui/paged-table.tsx';
import { Empty } from '../../ui/states.tsx';
import { mailMessages } from './mail-messages.ts';

const WORDS = inBoth(
  {
    title: 'Отправленные письма',
    off: 'Письма не отправляются: почтовый сервер не настроен (SMTP_URL и MAIL_FROM).',
    none: 'Писем пока нет.',
    recipient: 'Кому',
    about: 'О чём',
    written: 'Написано',
    state: 'Что с ним',
    templates: {
      'password-reset': 'Ссылка для нового пароля',
      'password-replaced': 'Пароль изменён',
      'oidc-identity-linked': 'Привязан вход через провайдера',
      'two-factor-reset': 'Вход по коду сброшен',
      invitation: 'Приглашение',
    },
    outcomes: {
      sent: 'принято почтовым сервером',
      refused: 'почтовый сервер отказал',
      expired: 'не отправлено в срок',
      unconfirmed: 'передано, ответа не было',
      waiting: 'ждёт отправки',
    },
    next: (at: string) => `следующая попытка ${at}`,
  },
  {
    title: 'Sent e-mail',
    off: 'No e-mail is sent: no mail server is set up (SMTP_URL and MAIL_FROM).',
    none: 'No e-mail yet.',
    recipient: 'To',
    about: 'About',
    written: 'Written',
    state: 'State',
    templates: {
      'password-reset': 'Link to a new password',
      'password-replaced': 'Password changed',
      'oidc-identity-linked': 'Account of the provider linked',
      'two-factor-reset': 'Two-factor sign-in reset',
      invitation: 'Invitation',
    },
    outcomes: {
      sent: 'taken by the mail server',
      refused: 'refused by the mail server',
      expired: 'not sent in time',
      unconfirmed: 'handed over without an answer',
      waiting: 'waits',
    },
    next: (at) => `next attempt ${at}`,
  },
);

export function MessageList(): ReactElement {
  const t = useWords(WORDS);
  const query = useInfiniteQuery(mailMessages);
  const templates: Readonly<Record<string, string>> = t.templates;
  return (
    <Sheet title={t.title}>
      {query.data?.pages[0]?.isOn === false && <p role="status">{t.off}</p>}
      <PagedTable
        caption={t.title}
        query={query}
        empty={<Empty>{t.none}</Empty>}
        keyOf={({ id }) => id}
        columns={[
          { title: t.recipient, isName: true, cell: ({ recipient }) => recipient },
          { title: t.about, cell: ({ template }) => templates[template] ?? template },
          { title: t.written, isExtra: true, cell: ({ createdAt }) => showInstant(createdAt) },
          { title: t.state, cell: (message) => <State {...message} /> },
        ]}
      />
    </Sheet>
  );
}

function State({ outcome, attempts, nextAttemptAt, reply }: MailMessage): ReactElement {
  const t = useWords(WORDS);
  const isGood = outcome === 'sent';
  const isLate = outcome === null && attempts > 0 && nextAttemptAt !== null;
  return (
    <>
      <span className={`badge ${isGood ? 'good' : ''}`}>{t.outcomes[outcome ?? 'waiting']}</span>
      {isLate && <span className="small soft"> {t.next(showInstant(nextAttemptAt))}</span>}
      {!isGood && reply !== null && (
        <>
          <br />
          <span className="small soft">{reply}</span>
        </>
      )}
    </>
  );
}
