// /reports/ending-verifications: meters whose verification ends soon, and who has to be notified.
import { WITHIN_DAYS } from '@kvartplata/contracts/core/ending-verifications.ts';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import {
  endingFile,
  endingLetters,
  EndingList,
} from '../features/ending-verifications/ending-list.tsx';
import { useAddressChange } from '../lib/list-address.ts';
import { counted, countedEn, inBoth, useWords } from '../lib/words.ts';
import { Choice } from '../ui/choice.tsx';
import { ExportButton } from '../ui/export-button.tsx';
import { Sheet } from '../ui/page.tsx';
import { AddressSearch } from '../ui/search-field.tsx';
import { OfOrganization } from './of-organization.tsx';
import { HouseChoice } from './house-choice.tsx';
import { ReportFrame } from './report-frame.tsx';

const WORDS = inBoth(
  {
    title: 'Поверка истекает',
    within: 'В ближайшие',
    search: 'Прибор, счёт, плательщик или адрес',
    letters: 'Письма (PDF)',
    days: (count: number) => counted(count, 'день', 'дня', 'дней'),
  },
  {
    title: 'Verification ends',
    within: 'Within',
    search: 'Meter, account, payer or address',
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
        <ReportFrame tab="endingVerifications">
          <Ending key={id} organizationId={id} />
        </ReportFrame>
      )}
    </OfOrganization>
  );
}

function Ending({ organizationId }: { readonly organizationId: number }): ReactElement {
  const t = useWords(WORDS);
  const change = useAddressChange();
  const { houseId, within = WITHIN_DAYS, find } = route.useSearch();
  const of = {
    organizationId,
    within,
    ...(houseId === undefined ? {} : { houseId }),
    ...(find === undefined ? {} : { search: find }),
  };
  return (
    <Sheet
      title={t.title}
      actions={
        <>
          <ExportButton label="XLSX" file={endingFile(of, 'xlsx')} />
          <ExportButton label="CSV" file={endingFile(of, 'csv')} />
          <ExportButton label={t.letters} file={endingLetters(of)} />
        </>
      }
    >
      <div className="head filter">
        <AddressSearch label={t.search} />
        <HouseChoice
          organizationId={organizationId}
          houseId={houseId}
          onChoose={(id) => change({ houseId: id })}
        />
        <Choice
          label={t.within}
          value={String(within)}
          options={SPANS.map((count) => [String(count), t.days(count)] as const)}
          onChoose={(count) => change({ within: Number(count) })}
        />
      </div>
      <EndingList of={of} />
    </Sheet>
  );
}
