// /houses/:houseId/corrections: booked months of a house computed again, and what has been corrected before.
import { getRouteApi } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { CorrectionSheets } from '../features/corrections/correction-sheets.tsx';
import { AccountName } from '../features/personal-accounts/account-name.tsx';
import { inBoth, useWords } from '../lib/words.ts';
import { OfHouse } from './of-house.tsx';

const WORDS = inBoth(
  { title: 'Исправление прошлых месяцев' },
  { title: 'Correction of past months' },
);
const route = getRouteApi('/signed-in/houses/$houseId/corrections');

export function CorrectionsPage(): ReactElement {
  const t = useWords(WORDS);
  const houseId = Number(route.useParams().houseId);
  const { periodFrom, periodTo } = route.useSearch();
  return (
    <OfHouse houseId={houseId} title={t.title}>
      {() => (
        <CorrectionSheets
          key={`${houseId} ${periodFrom} ${periodTo}`}
          houseId={houseId}
          periodFrom={periodFrom}
          periodTo={periodTo}
          nameOf={(accountId) => <AccountName id={accountId} />}
        />
      )}
    </OfHouse>
  );
}
