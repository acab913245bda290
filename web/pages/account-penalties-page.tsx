// /accounts/:accountId/penalties: the booked penalties, day range by day range, as a court needs them.
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { courtFile, courtOf } from '../features/reports/account-reports.ts';
import { CourtSheet } from '../features/reports/court-sheet.tsx';
import { inBoth, useWords } from '../lib/words.ts';
import { ExportButton } from '../ui/export-button.tsx';
import { Sheet } from '../ui/page.tsx';
import { Answered } from '../ui/states.tsx';
import { AccountFrame } from './account-tabs.tsx';

const WORDS = inBoth(
  { title: 'Пени по дням', forCourt: 'XLSX для суда' },
  { title: 'Penalties by day', forCourt: 'XLSX for the court' },
);
const route = getRouteApi('/signed-in/accounts/$accountId/penalties');

export function AccountPenaltiesPage(): ReactElement {
  const t = useWords(WORDS);
  const accountId = Number(route.useParams().accountId);
  const query = useQuery(courtOf(accountId));
  return (
    <AccountFrame accountId={accountId} tab="penalties">
      {() => (
        <Sheet
          title={t.title}
          actions={<ExportButton label={t.forCourt} file={courtFile(accountId)} />}
        >
          <Answered query={query}>{(court) => <CourtSheet court={court} />}</Answered>
        </Sheet>
      )}
    </AccountFrame>
  );
}
