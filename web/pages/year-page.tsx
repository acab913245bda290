// /houses/:houseId/year: the yearly recalculation of a house's common needs or heating, and other ways to find the former.
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { CommonNeedsDryRun } from '../features/calculation-jobs/common-needs-dry-run.tsx';
import { YearSheets } from '../features/corrections/year-sheets.tsx';
import { houseOf } from '../features/houses/houses.ts';
import { inBoth, useWords } from '../lib/words.ts';
import { Page } from '../ui/page.tsx';
import { Answered } from '../ui/states.tsx';
import { HouseTabs } from './house-tabs.tsx';
import { RoleIn } from './role-in.tsx';

const WORDS = inBoth(
  { houses: 'Дома', title: 'Перерасчёт за год' },
  { houses: 'Houses', title: 'Yearly recalculation' },
);
const route = getRouteApi('/signed-in/houses/$houseId/year');

export function YearPage(): ReactElement {
  const t = useWords(WORDS);
  const houseId = Number(route.useParams().houseId);
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
            <div className="stack">
              <YearSheets key={houseId} houseId={houseId} />
              <CommonNeedsDryRun
                key={`dry run ${houseId}`}
                houseId={houseId}
                method={record.commonNeedsMethod}
              />
            </div>
          </Page>
        </RoleIn>
      )}
    </Answered>
  );
}
