// /reports/exports: files for other programs.
import {
  export1c,
  exportBankDebts,
  exportBenefits,
  exportCharges,
  exportLedger,
} from '@kvartplata/contracts/billing/exports.ts';
import { getRouteApi } from '@tanstack/react-router';
import type { ComponentProps, ReactElement } from 'react';
import { callFile } from '../lib/api.ts';
import { useAddressChange } from '../lib/list-address.ts';
import { inBoth, useWords } from '../lib/words.ts';
import { ExportButton } from '../ui/export-button.tsx';
import { LastAppliedMonth } from './last-applied-month.tsx';
import { MonthRange } from './month-range.tsx';
import { OfOrganization } from './of-organization.tsx';
import { HouseChoice } from './house-choice.tsx';
import { ReportFrame } from './report-frame.tsx';

const WORDS = inBoth(
  {
    download: 'Скачать',
    charges: 'Начисления месяца (XLSX)',
    chargesWhat: 'Каждое начисление за последний из выбранных месяцев, черновики тоже.',
    oneC: 'Обороты для 1С (CSV)',
    oneCWhat: 'Месяц, счёт, услуга, сумма: что проведено за выбранные месяцы.',
    bank: 'Долги для банка (CSV)',
    bankWhat: 'Кто сколько должен сейчас: счёт, плательщик, адрес, долг, пени, к оплате.',
    benefits: 'Льготы для соцзащиты (CSV)',
    benefitsWhat:
      'По счетам, категориям и услугам: объём, начислено, льгота – как проведено за последний из выбранных месяцев.',
    ledger: 'Проводки для hledger',
    ledgerWhat: 'Все проводки выбранных месяцев, чтобы свести остатки другой программой.',
    files: {
      charges: 'Начисления',
      oneC: '1С',
      bank: 'Долги для банка',
      benefits: 'Льготы',
      ledger: 'Проводки',
    },
  },
  {
    download: 'Download',
    charges: 'Charges of a month (XLSX)',
    chargesWhat: 'Every charge in the last selected month, drafts included.',
    oneC: 'Turnovers for 1C (CSV)',
    oneCWhat: 'Month, account, service, amount: what was booked in the selected months.',
    bank: 'Debts for a bank (CSV)',
    bankWhat: 'Current debts: account, payer, address, debt, penalties, amount to pay.',
    benefits: 'Benefits for social protection (CSV)',
    benefitsWhat:
      'By account, category and service: volume, charge and benefit, as booked in the last selected month.',
    ledger: 'Entries for hledger',
    ledgerWhat: 'All entries of the selected months, to check the balances with another program.',
    files: {
      charges: 'Charges',
      oneC: '1C',
      bank: 'Debts for a bank',
      benefits: 'Benefits',
      ledger: 'Entries',
    },
  },
);
const route = getRouteApi('/signed-in/reports/exports');

export function ExportsPage(): ReactElement {
  return (
    <OfOrganization>
      {({ id }) => (
        <ReportFrame tab="exports">
          <LastAppliedMonth key={id} organizationId={id}>
            {(month) => <Exports organizationId={id} lastApplied={month} />}
          </LastAppliedMonth>
        </ReportFrame>
      )}
    </OfOrganization>
  );
}

function Exports({
  organizationId,
  lastApplied,
}: {
  readonly organizationId: number;
  readonly lastApplied: string;
}): ReactElement {
  const t = useWords(WORDS);
  const change = useAddressChange();
  const { houseId, periodTo = lastApplied, ...search } = route.useSearch();
  const { periodFrom = periodTo } = search;
  const months = { periodFrom, periodTo };
  const place = houseId === undefined ? { organizationId } : { houseId };
  return (
    <>
      <div className="filter">
        <HouseChoice
          organizationId={organizationId}
          houseId={houseId}
          onChoose={(id) => change({ houseId: id })}
        />
        <MonthRange months={months} onChoose={change} />
      </div>
      <ul className="sheet checks">
        <ExportFile
          title={t.charges}
          what={t.chargesWhat}
          name={t.files.charges}
          file={async (options) =>
            callFile(exportCharges, { query: { ...place, period: periodTo }, ...options })
          }
        />
        <ExportFile
          title={t.oneC}
          what={t.oneCWhat}
          name={t.files.oneC}
          file={async (options) =>
            callFile(export1c, { query: { ...place, ...months }, ...options })
          }
        />
        <ExportFile
          title={t.bank}
          what={t.bankWhat}
          name={t.files.bank}
          file={async (options) => callFile(exportBankDebts, { query: place, ...options })}
        />
        <ExportFile
          title={t.benefits}
          what={t.benefitsWhat}
          name={t.files.benefits}
          file={async (options) =>
            callFile(exportBenefits, { query: { ...place, period: periodTo }, ...options })
          }
        />
        <ExportFile
          title={t.ledger}
          what={t.ledgerWhat}
          name={t.files.ledger}
          file={async (options) =>
            callFile(exportLedger, { query: { ...place, ...months }, ...options })
          }
        />
      </ul>
    </>
  );
}

function ExportFile({
  title,
  what,
  name,
  file,
}: {
  readonly title: string;
  readonly what: string;
  readonly name: string;
  readonly file: ComponentProps<typeof ExportButton>['file'];
}): ReactElement {
  const t = useWords(WORDS);
  return (
    <li>
      <h2>{title}</h2>
      <p className="soft">{what}</p>
      <ExportButton label={`${t.download}: ${name}`} file={file} />
    </li>
  );
}
