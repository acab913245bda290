// /houses/:houseId/corrections: applied months of a house computed again, and earlier corrections.
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { CorrectionSheets } from '../features/corrections/correction-sheets.tsx';
import { AccountName } from '../features/personal-accounts/account-name.tsx';
import { inBoth, useWords } from '../lib/words.ts';
import { ForRole } from '../ui/for-role.tsx';
import { FirstMonths } from './first-months.tsx';
import { OfHouse } from './of-house.tsx';

const WORDS = inBoth(
  { title: 'Исправление прошлых месяцев', ofHouses: 'Во многих домах сразу' },
  { title: 'Correction of past months', ofHouses: 'In many houses at once' },
);
const route = getRouteApi('/signed-in/houses/$houseId/corrections');

export function CorrectionsPage(): ReactElement {
  const t = useWords(WORDS);
  const houseId = Number(route.useParams().houseId);
  const periods = route.useSearch();
  const { periodFrom, periodTo } = periods;
  return (
    <OfHouse
      houseId={houseId}
      title={t.title}
      actions={
        <ForRole least="accountant">
          <Link className="button" to="/corrections" search={periods}>
            {t.ofHouses}
          </Link>
        </ForRole>
      }
    >
      {() => (
        <FirstMonths of={{ houseId }} named={periods}>
          {(months) => (
            <CorrectionSheets
              key={`${houseId} ${periodFrom} ${periodTo}`}
              houseId={houseId}
              {...months}
              nameOf={(accountId) => <AccountName id={accountId} />}
            />
          )}
        </FirstMonths>
      )}
    </OfHouse>
  );
}
