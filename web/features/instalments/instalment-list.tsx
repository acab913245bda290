// The plans of an organization: whose they are, how much is paid, and which are broken.
import type { Instalment, InstalmentState } from '@kvartplata/contracts/billing/instalments.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement, ReactNode } from 'react';
import { showDay } from '../../lib/days.ts';
import { showFigure } from '../../lib/figures.ts';
import { useAddressChange } from '../../lib/list-address.ts';
import { unbroken } from '../../lib/unbroken.ts';
import { inBoth, useWords } from '../../lib/words.ts';
import { Choice } from '../../ui/choice.tsx';
import { Sheet } from '../../ui/page.tsx';
import { PagedTable } from '../../ui/paged-table.tsx';
import { Empty } from '../../ui/states.tsx';
import type { Column } from '../../ui/table.tsx';
import { instalmentWords } from './instalment-words.ts';
import { plansIn } from './instalments.ts';

const WORDS = inBoth(
  {
    title: 'Рассрочки',
    state: 'Состояние',
    all: 'все',
    account: 'Счёт',
    payer: 'Плательщик',
    address: 'Адрес',
    starts: 'С какого дня',
    months: 'Месяцев',
    amount: 'В рассрочке, ₽',
    paid: 'Оплачено, ₽',
    left: 'Осталось, ₽',
    none: 'Рассрочек нет.',
  },
  {
    title: 'Instalment plans',
    state: 'State',
    all: 'all',
    account: 'Account',
    payer: 'Payer',
    address: 'Address',
    starts: 'Since',
    months: 'Months',
    amount: 'Covered, ₽',
    paid: 'Paid, ₽',
    left: 'Left, ₽',
    none: 'No plans.',
  },
);
const STATES: readonly InstalmentState[] = ['active', 'broken', 'kept', 'cancelled'];

export function InstalmentList({
  organizationId,
  houseId,
  state,
  houseChoice,
}: {
  readonly organizationId: number;
  readonly houseId?: number | undefined;
  readonly state?: InstalmentState | undefined;
  readonly houseChoice: ReactNode;
}): ReactElement {
  const t = useWords(WORDS);
  const { states } = useWords(instalmentWords);
  const change = useAddressChange();
  const query = useInfiniteQuery(
    plansIn({
      organizationId,
      ...(houseId === undefined ? {} : { houseId }),
      ...(state === undefined ? {} : { state }),
    }),
  );
  return (
    <Sheet title={t.title}>
      <div className="head filter">
        {houseChoice}
        <Choice
          label={t.state}
          value={state ?? ''}
          options={[['', t.all], ...STATES.map((each) => [each, states[each]] as const)]}
          onChoose={(chosen) => change({ state: chosen === '' ? undefined : chosen })}
        />
      </div>
      <PagedTable
        query={query}
        caption={t.title}
        keyOf={({ id }) => id}
        empty={<Empty>{t.none}</Empty>}
        columns={usePlanColumns()}
      />
    </Sheet>
  );
}

function usePlanColumns(): readonly Column<Instalment>[] {
  const t = useWords(WORDS);
  const { states } = useWords(instalmentWords);
  return [
    {
      title: t.account,
      isName: true,
      cell: ({ personalAccountId, accountNumber }) => (
        <Link to="/accounts/$accountId" params={{ accountId: String(personalAccountId) }}>
          {accountNumber ?? personalAccountId}
        </Link>
      ),
    },
    { title: t.payer, isExtra: true, cell: ({ payer }) => payer },
    { title: t.address, isExtra: true, cell: ({ address }) => unbroken(address ?? '') },
    { title: t.starts, isExtra: true, cell: ({ startsOn }) => showDay(startsOn) },
    { title: t.months, isFigure: true, isExtra: true, cell: ({ months }) => months },
    { title: t.amount, isFigure: true, cell: ({ amount }) => showFigure(amount) },
    { title: t.paid, isFigure: true, isExtra: true, cell: ({ paid }) => showFigure(paid) },
    { title: t.left, isFigure: true, cell: ({ left }) => showFigure(left) },
    {
      title: t.state,
      cell: ({ state }) => (
        <span className={state === 'broken' ? 'badge odd' : 'badge'}>{states[state]}</span>
      ),
    },
  ];
}
