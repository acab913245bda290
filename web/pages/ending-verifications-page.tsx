// /reports/ending-verifications: whose verification ends soon, and who is to be told.
import { WITHIN_DAYS } from '@kvartplata/contracts/core/ending-verifications.ts';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import {
  endingFile,
  endingLetters,
  EndingList,
} from '../features/ending-verifications/ending-list.tsx';
import { counted, countedEn, inBoth, useWords } from '../lib/words.ts';
import { Choice } from '../ui/choice.tsx';
import { ExportButton } from '../ui/export-button.tsx';
import { Sheet } from '../ui/page.tsx';
import { OfOrganization } from './of-organization.tsx';
import { HouseChoice, ReportFrame } from './report-frame.tsx';

const WORDS = inBoth(
  {
    title: 'Поверка истекает',
    within: 'В ближайшие',
    letters: 'Письма (PDF)',
    days: (count: number) => counted(count, 'день', 'дня', 'дней'),
  },
  {
    title: 'Verification ends',
    within: 'Within',
    letters: 'Letters (PDF)',
    days: (count) => countedEn(count, 'day'),
  },
);
const SPANS = [7, 14, WITHIN_DAYS, 60, 90, 180];
const route = getRouteApi('/signed-in/reports/ending-verifications');

export function EndingVerificationsPage(): ReactElement {
  return (
    <OfOrganization>
      {({ id }) => (
        <ReportFrame>
          <Ending key={id} organizationId={id} />
        </ReportFrame>
      )}
    </OfOrganization>
  );
}

function Ending({ organizationId }: { readonly organizationId: number }): ReactElement {
  const t = useWords(WORDS);
  const navigate = useNavigate();
  const search = route.useSearch();
  const { houseId, within = WITHIN_DAYS } = search;
  const { houseId: _house, ...anyHouse } = search;
  const of = { organizationId, within, ...(houseId !== undefined && { houseId }) };
  const show = (changed: typeof search): void =>
    void navigate({
      to: '/reports/ending-verifications',
      search: changed,
      replace: true,
      resetScroll: false,
    });
  return (
    <>
      <div className="filter">
        <HouseChoice
          organizationId={organizationId}
          houseId={houseId}
          onChoose={(id) => show(id === undefined ? anyHouse : { ...search, houseId: id })}
        />
        <Choice
          label={t.within}
          value={String(within)}
          options={SPANS.map((count) => [String(count), t.days(count)] as const)}
          onChoose={(count) => show({ ...search, within: Number(count) })}
        />
        <ExportButton label="XLSX" file={endingFile(of, 'xlsx')} />
        <ExportButton label="CSV" file={endingFile(of, 'csv')} />
        <ExportButton label={t.letters} file={endingLetters(of)} />
      </div>
      <Sheet title={t.title}>
        <EndingList of={of} />
      </Sheet>
    </>
  );
}
