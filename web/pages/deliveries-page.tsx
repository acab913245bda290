// /deliveries: the receipts that the organization has sent by e-mail, delivery by delivery.
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { BounceReader } from '../features/deliveries/bounce-reader.tsx';
import { deliveriesOf, failedOf } from '../features/deliveries/deliveries.ts';
import { showInstant, showMonth } from '../lib/days.ts';
import { inBoth, useLanguage, useWords } from '../lib/words.ts';
import { ForRole } from '../ui/for-role.tsx';
import { Page, Sheet } from '../ui/page.tsx';
import { PagedTable } from '../ui/paged-table.tsx';
import { Empty } from '../ui/states.tsx';
import { OfOrganization } from './of-organization.tsx';

const WORDS = inBoth(
  {
    title: 'Отправленные письма',
    off: 'Письма не отправляются: почтовый сервер не настроен. Обратитесь к администратору системы.',
    none: 'Квитанций по почте ещё не отправляли. Это делается на странице месяца, у шага «Раздать квитанции».',
    month: 'Квитанции за',
    at: 'Когда',
    houses: 'Домов',
    sent: 'Отправлено',
    waiting: 'Ждут',
    failed: 'Не дошло',
  },
  {
    title: 'Sent e-mail',
    off: 'No e-mail is sent: no mail server is set up. Ask the administrator of the system.',
    none: 'No receipts have been sent by e-mail yet. It is done on the page of a month, at the step “Hand out the receipts”.',
    month: 'Receipts for',
    at: 'When',
    houses: 'Houses',
    sent: 'Sent',
    waiting: 'Waiting',
    failed: 'Failed',
  },
);

export function DeliveriesPage(): ReactElement {
  const t = useWords(WORDS);
  return (
    <OfOrganization>
      {({ id }) => (
        <Page title={t.title}>
          <List key={id} organizationId={id} />
          <ForRole least="accountant">
            <BounceReader key={id} organizationId={id} />
          </ForRole>
        </Page>
      )}
    </OfOrganization>
  );
}

function List({ organizationId }: { readonly organizationId: number }): ReactElement {
  const t = useWords(WORDS);
  const language = useLanguage();
  const query = useInfiniteQuery(deliveriesOf(organizationId));
  const [first] = query.data?.pages ?? [];
  const isOff = first?.isOn === false;
  return (
    <Sheet title={t.title}>
      {isOff && <p role="status">{t.off}</p>}
      <PagedTable
        query={query}
        caption={t.title}
        empty={<Empty>{t.none}</Empty>}
        keyOf={({ id }) => id}
        columns={[
          {
            title: t.month,
            isName: true,
            cell: ({ id, period }) => (
              <Link to="/deliveries/$deliveryId" params={{ deliveryId: String(id) }}>
                {showMonth(period, language)}
              </Link>
            ),
          },
          { title: t.at, isExtra: true, cell: ({ createdAt }) => showInstant(createdAt) },
          {
            title: t.houses,
            isExtra: true,
            isFigure: true,
            cell: ({ houseIds }) => houseIds.length,
          },
          { title: t.sent, isFigure: true, cell: ({ outcomes }) => outcomes.sent },
          { title: t.waiting, isFigure: true, cell: ({ outcomes }) => outcomes.waiting },
          {
            title: t.failed,
            isFigure: true,
            cell: failedOf,
          },
        ]}
      />
    </Sheet>
  );
}
