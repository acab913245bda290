// /deliveries/$deliveryId: one delivery of receipts, and the outcome for each address.
import { LETTER_OUTCOMES } from '@kvartplata/contracts/billing/deliveries.ts';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { deliveryOf } from '../features/deliveries/deliveries.ts';
import { DeliveryProgress } from '../features/deliveries/delivery-progress.tsx';
import { LetterList } from '../features/deliveries/letter-list.tsx';
import { showInstant, showMonth } from '../lib/days.ts';
import { useAddressChange } from '../lib/list-address.ts';
import { counted, countedEn, inBoth, useLanguage, useWords } from '../lib/words.ts';
import { Page, Sheet } from '../ui/page.tsx';
import { AnsweredPage } from './answered-page.tsx';
import { OfRecord } from './of-record.tsx';

const WORDS = inBoth(
  {
    title: (month: string) => `Квитанции по почте: ${month}`,
    list: 'Все рассылки',
    state: 'Ход рассылки',
    letters: 'Письма',
    asked: (at: string) => `Запрошено ${at}.`,
    notApplied: (count: number) =>
      `Месяц не проведён: ${counted(count, 'дом', 'дома', 'домов')}. Туда не пишут.`,
  },
  {
    title: (month) => `Receipts by e-mail: ${month}`,
    list: 'All deliveries',
    state: 'Progress',
    letters: 'Letters',
    asked: (at) => `Asked for on ${at}.`,
    notApplied: (count) =>
      `The month is not applied: ${countedEn(count, 'house')}. Nobody there is written to.`,
  },
);
const route = getRouteApi('/signed-in/deliveries/$deliveryId');

export function DeliveryPage(): ReactElement {
  const t = useWords(WORDS);
  const language = useLanguage();
  const { deliveryId } = route.useParams();
  const { outcome } = route.useSearch();
  const change = useAddressChange();
  const query = useQuery(deliveryOf(Number(deliveryId)));
  return (
    <AnsweredPage query={query}>
      {(delivery) => (
        <OfRecord organizationId={delivery.organizationId}>
          <Page
            title={t.title(showMonth(delivery.period, language))}
            actions={<Link to="/deliveries">{t.list}</Link>}
          >
            <Sheet title={t.state}>
              <div className="body stack">
                <p>{t.asked(showInstant(delivery.createdAt))}</p>
                {delivery.housesNotApplied.length > 0 && (
                  <p className="small odd">{t.notApplied(delivery.housesNotApplied.length)}</p>
                )}
                <DeliveryProgress delivery={delivery} />
              </div>
            </Sheet>
            <Sheet title={t.letters}>
              <LetterList
                delivery={delivery}
                outcome={LETTER_OUTCOMES.find((one) => one === outcome)}
                onChoose={(chosen) => change({ outcome: chosen })}
              />
            </Sheet>
          </Page>
        </OfRecord>
      )}
    </AnsweredPage>
  );
}
