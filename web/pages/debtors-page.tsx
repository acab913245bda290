// /reports/debtors: who owes, how much, and for how long.
import type { Debtor } from '@kvartplata/contracts/billing/debtors.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { CaseButton } from '../features/court-cases/case-button.tsx';
import { debtorsFile, debtorsOf } from '../features/reports/debtors.ts';
import { DebtorsSheet } from '../features/reports/debtors-sheet.tsx';
import { showDay } from '../lib/days.ts';
import { useAddressChange } from '../lib/list-address.ts';
import { useMay } from '../lib/role.ts';
import { inBoth, useWords } from '../lib/words.ts';
import { Choice } from '../ui/choice.tsx';
import { ExportButton } from '../ui/export-button.tsx';
import { Sheet } from '../ui/page.tsx';
import { AddressSearch } from '../ui/search-field.tsx';
import { Answered } from '../ui/states.tsx';
import { OfOrganization } from './of-organization.tsx';
import { HouseChoice } from './house-choice.tsx';
import { ReportFrame } from './report-frame.tsx';

const WORDS = inBoth(
  {
    title: (day: string) => `Должники на ${day}`,
    untold: 'Должники',
    search: 'Номер, плательщик, помещение или адрес',
    minMonths: 'Просрочено месяцев',
    any: 'сколько угодно',
    atLeast: (months: number) => `от ${months}`,
    letters: 'Письма должникам',
    order: 'Порядок',
    byDebt: 'большие долги вверху',
    byRooms: 'по домам и помещениям',
  },
  {
    title: (day) => `Debtors as of ${day}`,
    untold: 'Debtors',
    search: 'Number, payer, room or address',
    minMonths: 'Overdue months',
    any: 'any number',
    atLeast: (months) => `${months} or more`,
    letters: 'Letters to debtors',
    order: 'Order',
    byDebt: 'largest debts first',
    byRooms: 'by house and room',
  },
);
const SHORTEST = [2, 3, 6, 12];
/** Filters that leave some debtors out. */
const NARROWING = new Set(['houseId', 'minMonths', 'search']);
const route = getRouteApi('/signed-in/reports/debtors');

export function DebtorsPage(): ReactElement {
  return (
    <OfOrganization>
      {({ id }) => (
        <ReportFrame tab="debtors">
          <Debtors key={id} organizationId={id} />
        </ReportFrame>
      )}
    </OfOrganization>
  );
}

function Debtors({ organizationId }: { readonly organizationId: number }): ReactElement {
  const t = useWords(WORDS);
  const { houseId, minMonths, order, find } = route.useSearch();
  const narrowed = {
    ...(houseId === undefined ? {} : { houseId }),
    ...(minMonths === undefined ? {} : { minMonths }),
  };
  const of = {
    organizationId,
    ...narrowed,
    ...(order === undefined ? {} : { order }),
    ...(find === undefined ? {} : { search: find }),
  };
  const query = useInfiniteQuery({
    ...debtorsOf(of),
    placeholderData: (previous) => previous,
  });
  const first = query.data?.pages[0];
  const navigate = useNavigate();
  const mayWork = useMay('accountant');
  const actionsOf = mayWork
    ? ({ personalAccountId, accountNumber }: Debtor) => (
        <CaseButton
          isInTable
          accountId={personalAccountId}
          accountNumber={accountNumber}
          onOpened={({ id }) =>
            void navigate({ to: '/debt-work/cases/$caseId', params: { caseId: String(id) } })
          }
        />
      )
    : undefined;
  return (
    <Sheet
      title={first === undefined ? t.untold : t.title(showDay(first.asOf))}
      actions={
        <>
          <Link
            className="button"
            to="/debt-work/letters"
            search={{ ...narrowed, ...(find === undefined ? {} : { find }) }}
          >
            {t.letters}
          </Link>
          <ExportButton label="XLSX" file={debtorsFile(of)} />
        </>
      }
    >
      <DebtorsFilter organizationId={organizationId} />
      <Answered query={query}>
        {({ pages: [{ totals } = {}] }) =>
          totals && (
            <DebtorsSheet
              query={query}
              totals={totals}
              actionsOf={actionsOf}
              isNarrowed={Object.keys(of).some((name) => NARROWING.has(name))}
            />
          )
        }
      </Answered>
    </Sheet>
  );
}

function DebtorsFilter({ organizationId }: { readonly organizationId: number }): ReactElement {
  const t = useWords(WORDS);
  const { houseId, minMonths, order } = route.useSearch();
  const change = useAddressChange();
  return (
    <div className="head filter">
      <AddressSearch label={t.search} />
      <HouseChoice
        organizationId={organizationId}
        houseId={houseId}
        onChoose={(id) => change({ houseId: id })}
      />
      <Choice
        label={t.minMonths}
        value={String(minMonths ?? '')}
        options={[
          ['', t.any],
          ...SHORTEST.map((count) => [String(count), t.atLeast(count)] as const),
        ]}
        onChoose={(count) => change({ minMonths: count === '' ? undefined : Number(count) })}
      />
      <Choice
        label={t.order}
        value={order ?? ''}
        options={[
          ['', t.byDebt],
          ['rooms', t.byRooms],
        ]}
        onChoose={(chosen) => change({ order: chosen === '' ? undefined : chosen })}
      />
    </div>
  );
}
