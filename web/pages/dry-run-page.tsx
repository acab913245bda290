// /month/:period/dry-run: a month computed with another tariff, norm or method of common-house needs.
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { Chargeable } from '../features/calculation-jobs/supposition-form.tsx';
import { SuppositionSheets } from '../features/calculation-jobs/supposition-sheets.tsx';
import { servicesOf } from '../features/house-services/house-services.ts';
import { allHousesOf } from '../features/houses/houses.ts';
import { AccountName } from '../features/personal-accounts/account-name.tsx';
import { utilityServicesOf } from '../features/utility-services/utility-services.ts';
import { showMonth } from '../lib/days.ts';
import { useMay } from '../lib/role.ts';
import { inBoth, useLanguage, useWords } from '../lib/words.ts';
import { Choice } from '../ui/choice.tsx';
import { Page } from '../ui/page.tsx';
import { Answered, Empty } from '../ui/states.tsx';
import { HouseName } from './house-name.tsx';
import { OfOrganization } from './of-organization.tsx';

const WORDS = inBoth(
  {
    title: (month: string) => `Что, если: ${month}`,
    month: (month: string) => `Месяц: ${month}`,
    house: 'Дом',
    all: 'Все дома',
    notYours: 'Это делает бухгалтер.',
  },
  {
    title: (month) => `What if: ${month}`,
    month: (month) => `Month: ${month}`,
    house: 'House',
    all: 'All houses',
    notYours: 'Accountants do this.',
  },
);
const route = getRouteApi('/signed-in/month/$period/dry-run');

export function DryRunPage(): ReactElement {
  const t = useWords(WORDS);
  const language = useLanguage();
  const { period } = route.useParams();
  const month = showMonth(period, language);
  return (
    <OfOrganization>
      {({ id }) => (
        <Page
          title={t.title(month)}
          trail={[
            <Link key="month" to="/month/$period" params={{ period }}>
              {t.month(month)}
            </Link>,
          ]}
        >
          <Sheets organizationId={id} period={period} />
        </Page>
      )}
    </OfOrganization>
  );
}

/** For one house its services, otherwise all services that houses may be charged for. */
function Sheets({
  organizationId,
  period,
}: {
  readonly organizationId: number;
  readonly period: string;
}): ReactElement {
  const t = useWords(WORDS);
  const navigate = useNavigate();
  const { houseId } = route.useSearch();
  const mayWork = useMay('accountant');
  const houses = useQuery(allHousesOf(organizationId));
  const all = useQuery({ ...utilityServicesOf(organizationId), enabled: houseId === undefined });
  const ofHouse = useQuery({ ...servicesOf(houseId ?? 0), enabled: houseId !== undefined });
  if (!mayWork) return <Empty>{t.notYours}</Empty>;
  const sheets = (services: readonly Chargeable[]): ReactElement => (
    <SuppositionSheets
      key={`${organizationId} ${houseId} ${period}`}
      where={houseId === undefined ? { organizationId } : { houseId }}
      period={period}
      services={services}
      houseNameOf={(id) => <HouseName houseId={id} organizationId={organizationId} />}
      accountNameOf={(id) => <AccountName id={id} />}
    >
      <Choice
        label={t.house}
        value={String(houseId ?? '')}
        options={[
          ['', t.all],
          ...(houses.data ?? []).map(({ id, address }) => [String(id), address] as const),
        ]}
        onChoose={(chosen) =>
          void navigate({
            to: '/month/$period/dry-run',
            params: { period },
            search: chosen === '' ? {} : { houseId: Number(chosen) },
            replace: true,
          })
        }
      />
    </SuppositionSheets>
  );
  return houseId === undefined ? (
    <Answered query={all}>{sheets}</Answered>
  ) : (
    <Answered query={ofHouse}>{sheets}</Answered>
  );
}
