// The terminal output of a copy.
import { renderTable } from '../../tools/demo/table.ts';
import type { Catalogue } from './catalogue.ts';
import type { ComparedMonth, ComparedSum, ComparedTable, Comparison } from './compare.ts';

export function renderCounts(rows: readonly (readonly [table: string, rows: number])[]): string {
  return renderTable<(typeof rows)[number]>(
    [
      { title: 'former table', of: ([table]) => table },
      { title: 'rows', of: ([, count]) => inThousands(count), align: 'right' },
    ],
    rows,
  );
}

/** How the ids of a catalogue were mapped. */
export function renderCatalogue({ services, meterTypes }: Catalogue): string {
  const rows = [
    ...services.map((one) => ({ what: 'service', ...one })),
    ...meterTypes.map((one) => ({ what: 'meter type', ...one })),
  ];
  return renderTable<(typeof rows)[number]>(
    [
      { title: 'catalogue', of: ({ what }) => what },
      { title: 'code', of: ({ code }) => code },
      { title: 'former id', of: ({ formerId }) => String(formerId), align: 'right' },
      { title: 'id here', of: ({ id }) => String(id), align: 'right' },
    ],
    rows,
  );
}

export function renderComparison({ tables, sums, months, drifting }: Comparison): string {
  const drift =
    drifting === 0
      ? '✓ every balance is the sum of its entries'
      : `✗ ${drifting} balances are not the sum of their entries`;
  return [
    'Rows, every copied column compared',
    renderTables(tables),
    'Sums',
    renderSums(sums),
    'Bills by month, roubles',
    renderMonths(months),
    `  ${drift}`,
  ].join('\n\n');
}

function renderTables(tables: readonly ComparedTable[]): string {
  return renderTable<ComparedTable>(
    [
      { title: 'table', of: ({ what }) => what },
      { title: 'from', of: ({ formerTable }) => formerTable },
      { title: 'rows there', of: ({ formerRows }) => inThousands(formerRows), align: 'right' },
      { title: 'rows here', of: ({ ownRows }) => inThousands(ownRows), align: 'right' },
      { title: 'same', of: mark },
    ],
    tables,
  );
}

function renderSums(sums: readonly ComparedSum[]): string {
  return renderTable<ComparedSum>(
    [
      { title: 'sum', of: ({ what }) => what },
      { title: 'there', of: ({ former }) => former, align: 'right' },
      { title: 'here', of: ({ own }) => own, align: 'right' },
      { title: 'same', of: mark },
    ],
    sums,
  );
}

function renderMonths(months: readonly ComparedMonth[]): string {
  return renderTable<ComparedMonth>(
    [
      { title: 'month', of: ({ month }) => month },
      { title: 'bills', of: ({ bills }) => inThousands(bills), align: 'right' },
      { title: 'charges', of: ({ charges }) => inThousands(charges), align: 'right' },
      { title: 'billed', of: ({ billed }) => billed, align: 'right' },
      { title: 'charged', of: ({ charged }) => charged, align: 'right' },
      { title: 'applied', of: ({ applied }) => applied, align: 'right' },
      { title: 'same', of: mark },
    ],
    months,
  );
}

function mark({ agrees }: { readonly agrees: boolean }): string {
  return agrees ? '✓' : '✗';
}

export function inThousands(count: number): string {
  return String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
}
