// /month/:period/dry-run: a month computed with another tariff, norm or method of common-house needs.
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { Chargeable } from '../features/calculation-jobs/override-form.tsx';
import { DryRunSheets } from '../features/calculation-jobs/dry-run-sheets.tsx';
import { servicesOf } from '../features/house-services/house-services.ts';
import { AccountName } from '../features/personal-accounts/account-name.tsx';
import { utilityServicesOf } from '../features/utility-services/utility-services.ts';
import { useAddressChange } from '../lib/list-address.ts';
import { useMay } from '../lib/role.ts';
import { inBoth, useWords } from '../lib/words.ts';
import { Answered, Empty } from '../ui/states.tsx';
import { HouseChoice } from './house-choice.tsx';
import { HouseName } from './house-name.tsx';
import { MonthFrame } from './month-frame.tsx';

const WORDS = inBoth(
  {
    title: 'Что, если',
    notYours: 'Это делает бухгалтер.',
  },
  {
    title: 'Dry run',
    notYours: 'Accountants do this.',
  },
);
const route = getRouteApi('/signed-in/month/$period/dry-run');

export function DryRunPage(): ReactElement {
  const t = useWords(WORDS);
  const { period } = route.useParams();
  return (
    <MonthFrame title={t.title} period={period}>
      {(id) => <Sheets organizationId={id} period={period} />}
    </MonthFrame>
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
  const change = useAddressChange();
  const { houseId } = route.useSearch();
  const mayWork = useMay('accountant');
  const all = useQuery({ ...utilityServicesOf(organizationId), enabled: houseId === undefined });
  const ofHouse = useQuery({ ...servicesOf(houseId ?? 0), enabled: houseId !== undefined });
  if (!mayWork) return <Empty>{t.notYours}</Empty>;
  const sheets = (services: readonly Chargeable[]): ReactElement => (
    <DryRunSheets
      key={`${organizationId} ${houseId} ${period}`}
      where={houseId === undefined ? { organizationId } : { houseId }}
      period={period}
      services={services}
      houseNameOf={(id) => <HouseName houseId={id} organizationId={organizationId} />}
      accountNameOf={(id) => <AccountName id={id} />}
    >
      <HouseChoice
        organizationId={organizationId}
        houseId={houseId}
        onChoose={(chosen) => change({ houseId: chosen })}
      />
    </DryRunSheets>
  );
  return houseId === undefined ? (
    <Answered query={all}>{sheets}</Answered>
  ) : (
    <Answered query={ofHouse}>{sheets}</Answered>
  );
}
