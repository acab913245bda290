// The columns of the file for social protection, by its profile.
import {
  BENEFIT_COLUMNS,
  type BenefitColumn,
} from '@kvartplata/contracts/billing/benefit-file-profiles.ts';
import {
  BENEFIT_CATEGORY_ROWS,
  BENEFIT_PAYER_NAMES,
} from '@kvartplata/domain/regulation/benefit/categories.ts';
import type { Report } from '@kvartplata/platform/table-files/write-report.ts';
import type { NamedAccount } from '../room-order.ts';
import type { BenefitLine } from './benefit-lines.repository.ts';
import type { ClaimedBenefit } from './benefit-rows.ts';

export type NamedBenefit = NamedAccount &
  ClaimedBenefit &
  Pick<BenefitLine, 'serviceName' | 'unit' | 'volume' | 'month'> & {
    /** The account's identifier in ГИС ЖКХ; empty where it is not known. */
    readonly stateAccount: string;
  };

type Column = Report<NamedBenefit>['columns'][number];

const COLUMNS: Readonly<Record<BenefitColumn, Omit<Column, 'title'>>> = {
  month: { width: 10, of: ({ month }) => month },
  account: { width: 16, of: ({ accountNumber }) => accountNumber },
  stateAccount: { width: 14, of: ({ stateAccount }) => stateAccount },
  payer: { width: 35, of: ({ payer }) => payer },
  address: { width: 45, of: ({ address }) => address },
  budget: {
    width: 22,
    of: ({ category }) => BENEFIT_PAYER_NAMES[BENEFIT_CATEGORY_ROWS[category].payer].ru,
  },
  category: { width: 30, of: ({ category }) => BENEFIT_CATEGORY_ROWS[category].name.ru },
  document: { width: 35, of: ({ document }) => document },
  persons: { width: 8, of: ({ persons }) => String(persons) },
  share: { width: 8, of: ({ share }) => ({ decimal: share }) },
  service: { width: 35, of: ({ serviceName }) => serviceName },
  volume: { width: 14, of: ({ volume }) => (volume === null ? '' : { decimal: volume }) },
  unit: { width: 10, of: ({ unit }) => unit },
  charged: { width: 14, of: ({ charged }) => ({ money: charged }) },
  benefit: { width: 14, of: ({ benefit }) => ({ money: benefit }) },
};

export function benefitsTable(
  rows: AsyncIterable<NamedBenefit>,
  columns: readonly BenefitColumn[],
): Report<NamedBenefit> {
  return {
    head: {},
    list: 'items',
    rows,
    sheetName: 'Льготы',
    columns: columns.map((name) => ({ title: BENEFIT_COLUMNS[name], ...COLUMNS[name] })),
  };
}
