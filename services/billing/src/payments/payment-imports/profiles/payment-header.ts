// Finds the header of a table of payments, and its columns by their titles.
import type { NamedPart } from '@kvartplata/contracts/problem.ts';
import { Refusal } from '@kvartplata/platform/http/refusal.ts';
import { dayOf, kopecksOf } from '@kvartplata/platform/table-files/typed-values.ts';
import type { TableRow } from '@kvartplata/platform/table-files/table-file.ts';
import {
  folded,
  HEADER_WITHIN,
  missingColumn,
  repeatedColumn,
} from '@kvartplata/platform/table-files/titles.ts';
import { columnsOf, titledAs, type Columns, type Titles } from './columns.ts';

const NEEDED = ['account', 'amount', 'date'] as const;
export type Needed = (typeof NEEDED)[number];

export type PaymentColumns<Field extends string> = {
  readonly titles: Titles<Field | Needed>;
  /** Titles of columns that only the answer of social protection has. */
  readonly titlesOfSubsidies?: readonly string[];
};

export type Header<Field extends string> = {
  readonly columns: Columns<Field>;
  /** The number of its cells. */
  readonly width: number;
};

/** Without a header the first three columns are known, and further ones may have anything. */
const IN_ORDER: Columns<Needed> = { account: 0, amount: 1, date: 2 };

export type HeaderSearch<Field extends string> = {
  /** The header above the row; undefined for the header itself, and for lines above it. @throws Refusal wrong-columns */
  readonly headerOf: (row: TableRow) => Header<Field | Needed> | undefined;
  /** Called after the last row. @throws Refusal wrong-columns */
  readonly end: () => void;
};

export function openHeaderSearch<Field extends string>(
  table: PaymentColumns<Field>,
): HeaderSearch<Field> {
  let header: Header<Field | Needed> | undefined;
  let missing: readonly Needed[] = NEEDED;
  let rows = 0;
  return {
    headerOf: (row) => {
      if (header !== undefined) return header;
      rows += 1;
      const isPayment = looksLikePayment(row);
      if (isPayment && rows === 1)
        return (header = { columns: IN_ORDER as Columns<Field | Needed>, width: Infinity });
      const columns = columnsOf(row.cells, table.titles);
      const lacking = NEEDED.filter((field) => columns[field] === undefined);
      if (lacking.length === 0) {
        refuseAmbiguous(row.cells, table);
        header = { columns, width: row.cells.length };
        return undefined;
      }
      if (lacking.length < missing.length) missing = lacking;
      // A payment above the header would be lost.
      if (isPayment || rows === HEADER_WITHIN) throw withoutColumns(missing);
      return undefined;
    },
    end: () => {
      if (header === undefined && rows > 0) throw withoutColumns(missing);
    },
  };
}

function looksLikePayment({ cells: [, amount = '', date = ''] }: TableRow): boolean {
  return kopecksOf(amount) !== undefined && dayOf(date) !== undefined;
}

function withoutColumns(missing: readonly Needed[]): Refusal {
  return new Refusal('wrong-columns', `The header has no column ${missing.join(', ')}`, {
    errors: missing.map(missingColumn),
  });
}

/** Refuses columns of another profile, and several for one field: it is unknown which of them counts. */
function refuseAmbiguous<Field extends string>(
  cells: readonly string[],
  { titles, titlesOfSubsidies = [] }: PaymentColumns<Field>,
): void {
  const foreign = titledAs(cells, titlesOfSubsidies);
  if (foreign.length > 0)
    throw new Refusal(
      'wrong-columns',
      `These columns are of the profile subsidy: ${foreign.join(', ')}`,
      { errors: foreign.map(columnOfSubsidies) },
    );
  const several = NEEDED.flatMap((field) => {
    const found = titledAs(cells, titles[field]);
    return found.length > 1 ? [{ field, found }] : [];
  });
  if (several.length > 0)
    throw new Refusal(
      'wrong-columns',
      `The header has several columns for one field: ${several.map(({ found }) => found.join(', ')).join('; ')}`,
      { errors: several.map(severalColumns) },
    );
}

function columnOfSubsidies(title: string): NamedPart {
  return {
    path: `/columns/${title}`,
    message: 'is a column of the profile subsidy',
    reason: { code: 'of-subsidies', params: { title } },
  };
}

function severalColumns({ field, found }: SeveralColumns): NamedPart {
  if (new Set(found.map(folded)).size === 1) return repeatedColumn(field);
  const titles = found.join(', ');
  return {
    path: `/columns/${field}`,
    message: `could be any of the columns: ${titles}`,
    reason: { code: 'several-columns', params: { titles } },
  };
}

type SeveralColumns = { readonly field: Needed; readonly found: readonly string[] };
