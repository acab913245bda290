// /reports/payees: what each payee has received and is still to receive, and the registries for transfers.
import type { PayeesReport } from '@kvartplata/contracts/billing/payee-reports.ts';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import {
  payeesFile,
  payeesReportOf,
  registryFile,
  type PayeesReportOf,
} from '../features/payees/payees.ts';
import { PayeeTurnoverTable } from '../features/payees/payee-turnover.tsx';
import { useAddressChange } from '../lib/list-address.ts';
import { inBoth, useWords } from '../lib/words.ts';
import { ExportButton } from '../ui/export-button.tsx';
import { Sheet } from '../ui/page.tsx';
import { Answered } from '../ui/states.tsx';
import { LastAppliedMonth } from './last-applied-month.tsx';
import { MonthRange } from './month-range.tsx';
import { OfOrganization } from './of-organization.tsx';
import { HouseChoice } from './house-choice.tsx';
import { ReportFrame } from './report-frame.tsx';

const WORDS = inBoth(
  {
    title: 'По получателям',
    note: 'Платёж, в котором получатель не назван, делится по строкам месяца, который он гасит (Правила № 354, п. 118). Сумма получателей равна оборотной ведомости.',
    add: 'Получатели организации',
    registry: (name: string) => `Реестр: ${name}`,
  },
  {
    title: 'By payee',
    note: 'A payment that names no payee is divided by the lines of the month it pays (Decree 354, p. 118). The payees sum to the turnover balance.',
    add: 'Payees of the organization',
    registry: (name) => `Registry: ${name}`,
  },
);
const route = getRouteApi('/signed-in/reports/payees');

export function PayeesPage(): ReactElement {
  return (
    <OfOrganization>
      {({ id }) => (
        <ReportFrame tab="payees">
          <LastAppliedMonth key={id} organizationId={id}>
            {(month) => <Payees organizationId={id} lastApplied={month} />}
          </LastAppliedMonth>
        </ReportFrame>
      )}
    </OfOrganization>
  );
}

function Payees({
  organizationId,
  lastApplied,
}: {
  readonly organizationId: number;
  readonly lastApplied: string;
}): ReactElement {
  const t = useWords(WORDS);
  const change = useAddressChange();
  const { houseId, periodTo = lastApplied, ...search } = route.useSearch();
  const months = { periodFrom: search.periodFrom ?? periodTo, periodTo };
  const of = { ...(houseId === undefined ? { organizationId } : { houseId }), ...months };
  const query = useQuery(payeesReportOf(of));
  return (
    <>
      <div className="filter">
        <HouseChoice
          organizationId={organizationId}
          houseId={houseId}
          onChoose={(id) => change({ houseId: id })}
        />
        <MonthRange months={months} onChoose={change} />
        <ExportButton label="XLSX" file={payeesFile(of)} />
      </div>
      <Sheet title={t.title} actions={<Link to="/organization">{t.add}</Link>}>
        <p className="table-note small soft">{t.note}</p>
        <Answered query={query}>
          {(report) => (
            <>
              <PayeeTurnoverTable report={report} />
              <Registries of={of} report={report} />
            </>
          )}
        </Answered>
      </Sheet>
    </>
  );
}

/** A file of accounts for each payee, for the transfer. */
function Registries({
  of,
  report,
}: {
  readonly of: PayeesReportOf;
  readonly report: PayeesReport;
}): ReactElement {
  const t = useWords(WORDS);
  return (
    <div className="body row">
      {report.items.map(
        ({ payeeId, name }) =>
          payeeId !== null && (
            <ExportButton key={payeeId} label={t.registry(name)} file={registryFile(of, payeeId)} />
          ),
      )}
    </div>
  );
}
