// One kind of table: columns that say what stands in them, figures to the right, a total below, rows that open and rows
// that are chosen.
import type { ReactElement, ReactNode } from 'react';
import type { Sorting } from '../lib/list-address.ts';
import { HeadBox, useRowBoxes, type Choosing, type RowKey } from './row-choice.tsx';

export type Column<Row> = {
  readonly title: string;
  readonly cell: (row: Row) => ReactNode;
  /** Figures stand to the right. */
  readonly isFigure?: boolean;
  /** Names the row for those who hear the table. */
  readonly isName?: boolean;
  /** Left out on a narrow screen. */
  readonly isExtra?: boolean;
  /** What can be done with the row: not on paper. */
  readonly isAction?: boolean;
  readonly total?: ReactNode;
  /** What the address calls the order by this column; its head is a button then. */
  readonly sortAs?: string;
  /** How rows that are all there are put in it; a constant, so that they are not put so again and again. */
  readonly order?: (one: Row, other: Row) => number;
  /** What stands there in a file of the table; a column without it is not in the file. */
  readonly text?: (row: Row) => string;
};

export type TableProps<Row> = {
  /** For those who hear the table. */
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => RowKey;
  /** What stands below a row that is open. */
  readonly detail?: ((row: Row) => ReactNode) | undefined;
  /** Marks a row, as the one that is open beside. */
  readonly isChosen?: (row: Row) => boolean;
  /** A box in each row. */
  readonly choosing?: Choosing<Row> | undefined;
  readonly sorting?: Sorting | undefined;
};

export function Table<Row>({
  caption,
  columns,
  rows,
  keyOf,
  detail,
  isChosen,
  choosing,
  sorting,
}: TableProps<Row>): ReactElement {
  const hasTotals = columns.some(({ total }) => total !== undefined);
  const boxOf = useRowBoxes(choosing, rows, keyOf);
  return (
    // What scrolls has to be reached by the keyboard too.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="table-frame" role="region" aria-label={caption} tabIndex={0}>
      <table className="table">
        <thead>
          <tr>
            {choosing !== undefined && (
              <th scope="col" className="box">
                <HeadBox of={choosing} keys={rows.map(keyOf)} />
              </th>
            )}
            {columns.map((column) => (
              <HeadCell key={column.title} column={column} sorting={sorting} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <BodyRow
              key={keyOf(row)}
              row={row}
              columns={columns}
              box={boxOf?.(row)}
              below={detail?.(row)}
              isChosen={isChosen?.(row) === true || choosing?.chosen.has(keyOf(row)) === true}
            />
          ))}
        </tbody>
        {hasTotals && (
          <tfoot>
            <tr>
              {columns.map((column, index) => (
                <td
                  key={column.title}
                  className={classOf(column)}
                  colSpan={index === 0 && boxOf !== undefined ? 2 : 1}
                >
                  {column.total}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  );
}

function BodyRow<Row>({
  row,
  columns,
  box,
  below,
  isChosen,
}: {
  readonly row: Row;
  readonly columns: readonly Column<Row>[];
  readonly box: ReactNode;
  readonly below: ReactNode;
  readonly isChosen: boolean;
}): ReactElement {
  return (
    <>
      <tr className={isChosen ? 'chosen' : ''}>
        {box !== undefined && <td className="box">{box}</td>}
        {columns.map((column) =>
          column.isName === true ? (
            <th key={column.title} scope="row" className={classOf(column)}>
              {column.cell(row)}
            </th>
          ) : (
            <td key={column.title} className={classOf(column)}>
              {column.cell(row)}
            </td>
          ),
        )}
      </tr>
      {below !== undefined && (
        <tr className="below">
          <td colSpan={columns.length + Number(box !== undefined)}>{below}</td>
        </tr>
      )}
    </>
  );
}

function HeadCell<Row>({
  column,
  sorting,
}: {
  readonly column: Column<Row>;
  readonly sorting: Sorting | undefined;
}): ReactElement {
  const { title, sortAs, isFigure = false } = column;
  const order = sorting?.order;
  return (
    <th
      scope="col"
      className={classOf(column)}
      aria-sort={
        sortAs !== undefined && order?.by === sortAs ? directionOf(order.isDown) : undefined
      }
    >
      {sorting === undefined || sortAs === undefined ? (
        title
      ) : (
        // Figures are looked at from the greatest on.
        <button type="button" className="sort" onClick={() => sorting.choose(sortAs, isFigure)}>
          {title}
        </button>
      )}
    </th>
  );
}

function classOf<Row>({ isFigure, isExtra, isAction }: Column<Row>): string {
  return [
    ...(isFigure === true ? ['figure'] : []),
    ...(isExtra === true ? ['wide-only'] : []),
    ...(isAction === true ? ['screen-only'] : []),
  ].join(' ');
}

function directionOf(isDown: boolean): 'ascending' | 'descending' {
  return isDown ? 'descending' : 'ascending';
}
