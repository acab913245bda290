// /houses/:houseId/corrections: booked months of a house computed again, and what has been corrected before.
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { CorrectionSheets } from '../features/corrections/correction-sheets.tsx';
import { houseOf } from '../features/houses/houses.ts';
import { AccountName } from '../features/personal-accounts/account-name.tsx';
import { inBoth, useWords } from '../lib/words.ts';
import { Page } from '../ui/page.tsx';
import { Answered } from '../ui/states.tsx';
import { HouseTabs } from './house-tabs.tsx';
import { RoleIn } from './role-in.tsx';

const WORDS = inBoth(
  { houses: 'Дома', title: 'Исправление прошлых месяцев' },
  { houses: 'Houses', title: 'Correction of past months' },
);
const route = getRouteApi('/signed-in/houses/$houseId/corrections');

export function CorrectionsPage(): ReactElement {
  const t = useWords(WORDS);
  const houseId = Number(route.useParams().houseId);
  const { periodFrom, periodTo } = route.useSearch();
  const house = useQuery(houseOf(houseId));
  return (
    <Answered query={house}>
      {({ record }) => (
        <RoleIn organizationId={record.organizationId}>
          <Page
            title={t.title}
            trail={[
              <Link key="houses" to="/houses">
                {t.houses}
              </Link>,
              <Link key="house" to="/houses/$houseId" params={{ houseId: String(houseId) }}>
                {record.address}
              </Link>,
            ]}
          >
            <HouseTabs houseId={houseId} />
            <CorrectionSheets
              key={`${houseId} ${periodFrom} ${periodTo}`}
              houseId={houseId}
              periodFrom={periodFrom}
              periodTo={periodTo}
              nameOf={(accountId) => <AccountName id={accountId} />}
            />
          </Page>
        </RoleIn>
      )}
    </Answered>
  );
}
