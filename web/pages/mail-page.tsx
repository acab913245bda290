// /mail: sent e-mails, for admins of the platform.
import { getRouteApi } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { MessageList } from '../features/mail-messages/message-list.tsx';
import { inBoth, useWords } from '../lib/words.ts';
import { Page } from '../ui/page.tsx';
import { Empty } from '../ui/states.tsx';

const WORDS = inBoth(
  { title: 'Письма', notYours: 'Этот список видит администратор платформы.' },
  { title: 'E-mail', notYours: 'Admins of the platform see this list.' },
);
const route = getRouteApi('/signed-in');

export function MailPage(): ReactElement {
  const t = useWords(WORDS);
  const { user } = route.useRouteContext();
  return (
    <Page title={t.title}>
      {user.roles.includes('admin') ? <MessageList /> : <Empty>{t.notYours}</Empty>}
    </Page>
  );
}
