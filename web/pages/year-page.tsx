// /houses/:houseId/year: the yearly recalculation of a house's common needs or heating, and trying other methods for the former.
import { getRouteApi } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { CommonNeedsDryRun } from '../features/calculation-jobs/common-needs-dry-run.tsx';
import { YearSheets } from '../features/corrections/year-sheets.tsx';
import { AccountName } from '../features/personal-accounts/account-name.tsx';
import { inBoth, useWords } from '../lib/words.ts';
import { OfHouse } from './of-house.tsx';

const WORDS = inBoth({ title: 'Перерасчёт за год' }, { title: 'Yearly recalculation' });
const route = getRouteApi('/signed-in/houses/$houseId/year');

export function YearPage(): ReactElement {
  const t = useWords(WORDS);
  const houseId = Number(route.useParams().houseId);
  return (
    <OfHouse houseId={houseId} title={t.title}>
      {(record) => (
        <div className="stack">
          <YearSheets key={houseId} houseId={houseId} />
          <CommonNeedsDryRun
            key={`dry run ${houseId}`}
            houseId={houseId}
            method={record.commonNeedsMethod}
            accountNameOf={(id) => <AccountName id={id} />}
          />
        </div>
      )}
    </OfHouse>
  );
}
