// Receipts of a month by e-mail: how many agreed, one button to send them, and the outcome.
import type { Deliveries, Delivery } from '@kvartplata/contracts/billing/deliveries.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { showInstant } from '../../lib/days.ts';
import { reloadBilling } from '../../lib/queries.ts';
import { counted, countedEn, inBoth, useWords } from '../../lib/words.ts';
import { useWriteKey } from '../../lib/write-key.ts';
import { BankDetailsLink } from '../../ui/bank-details-link.tsx';
import { Button } from '../../ui/button.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { useChosenHouses } from '../../ui/chosen-houses.ts';
import { HouseBoxes, type BoxedHouse } from '../../ui/house-boxes.tsx';
import { Answered } from '../../ui/states.tsx';
import { deliver, deliveriesOfMonth, retriableOf } from './deliveries.ts';
import { isUnderWay } from '../../lib/under-way.ts';
import { DeliveryProgress } from './delivery-progress.tsx';
import { LetterPreview } from './letter-preview.tsx';

const WORDS = inBoth(
  {
    title: 'По электронной почте',
    houses: 'Дома, в которые отправить',
    agreed: (count: number) =>
      count === 0
        ? 'Адрес для квитанций пока никто не указал: его вносят в карточку счёта или сам жилец на странице по ссылке с квитанции.'
        : `Согласились получать квитанции по почте: ${counted(count, 'счёт', 'счёта', 'счетов')}.`,
    note: (count: number) => counted(count, 'адрес', 'адреса', 'адресов'),
    off: 'Письма не отправляются: почтовый сервер не настроен. Обратитесь к администратору системы.',
    send: 'Отправить по e-mail',
    again: (count: number) => `Повторить для ${count}, кому не дошло`,
    all: 'Кому и что отправлено',
  },
  {
    title: 'By e-mail',
    houses: 'Houses to send to',
    agreed: (count) =>
      count === 0
        ? 'Nobody has given an address for receipts yet: it is entered on the account, or by the resident on the page behind a receipt’s link.'
        : `${countedEn(count, 'account')} agreed to get receipts by e-mail.`,
    note: (count) => countedEn(count, 'address', 'addresses'),
    off: 'No e-mail is sent: no mail server is set up. Ask the administrator of the system.',
    send: 'Send by e-mail',
    again: (count) => `Try again for the ${count} that failed`,
    all: 'Who was sent what',
  },
);

type OfMonth = {
  readonly organizationId: number;
  readonly period: string;
  readonly houses: readonly BoxedHouse[];
  readonly mayMake: boolean;
};

export function DeliveryMaker(of: OfMonth): ReactElement {
  const t = useWords(WORDS);
  const query = useQuery(deliveriesOfMonth(of.organizationId, of.period));
  return (
    <section className="stack" aria-label={t.title}>
      <h3>{t.title}</h3>
      <Answered query={query}>
        {(found) =>
          found.isOn ? <Offered of={of} found={found} /> : <p className="soft">{t.off}</p>
        }
      </Answered>
    </section>
  );
}

function Offered({
  of,
  found: { items, readers },
}: {
  readonly of: OfMonth;
  readonly found: Deliveries;
}): ReactElement {
  const t = useWords(WORDS);
  const count = readers.reduce((sum, { accounts }) => sum + accounts, 0);
  const [last] = items;
  return (
    <>
      <p>{t.agreed(count)}</p>
      {of.mayMake && count > 0 && <Asking of={of} readers={readers} last={last} />}
      {last !== undefined && (
        <>
          <p className="row">
            <Link to="/deliveries/$deliveryId" params={{ deliveryId: String(last.id) }}>
              {t.all}
            </Link>
            <span className="soft">{showInstant(last.createdAt)}</span>
          </p>
          <DeliveryProgress delivery={last} />
        </>
      )}
    </>
  );
}

function Asking({
  of: { organizationId, period, houses },
  readers,
  last,
}: {
  readonly of: OfMonth;
  readonly readers: Deliveries['readers'];
  readonly last: Delivery | undefined;
}): ReactElement {
  const t = useWords(WORDS);
  const [key, renewKey] = useWriteKey();
  const countOf = new Map(readers.map(({ houseId, accounts }) => [houseId, accounts]));
  const offered = houses.flatMap(({ id, address }) => {
    const count = countOf.get(id);
    return count === undefined ? [] : [{ id, address, note: t.note(count), readers: count }];
  });
  const { ids, boxes } = useChosenHouses(offered);
  const asking = useMutation({
    mutationFn: async (again: boolean) => {
      const houseIds = again ? (last?.houseIds ?? []) : ids;
      await deliver({ organizationId, period, houseIds, again }, key);
    },
    onSuccess: reloadBilling,
    onSettled: renewKey,
  });
  const isBusy = asking.isPending || (last !== undefined && isUnderWay(last));
  const failed = last === undefined || last.outcomes.waiting > 0 ? 0 : retriableOf(last);
  return (
    <>
      {offered.length > 1 && <HouseBoxes label={t.houses} {...boxes} />}
      {ids.length > 0 && (
        <LetterPreview period={period} houses={offered.filter(({ id }) => ids.includes(id))} />
      )}
      <div className="row">
        <Button
          kind="primary"
          isBusy={isBusy}
          disabled={ids.length === 0}
          onClick={() => asking.mutate(false)}
        >
          {t.send}
        </Button>
        {failed > 0 && (
          <Button isBusy={isBusy} onClick={() => asking.mutate(true)}>
            {t.again(failed)}
          </Button>
        )}
      </div>
      {asking.error !== null && (
        <FailureNote error={asking.error}>
          <BankDetailsLink error={asking.error} />
        </FailureNote>
      )}
    </>
  );
}
