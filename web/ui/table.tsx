// The only kind of table: typed columns, figures to the right, a total below, rows that open and rows that can be chosen.
import type { ReactElement, ReactNode } from 'react';
import type { Sorting } from '../lib/list-address.ts';
import { choosableKeys, HeadBox, useRowBoxes, type Choosing, type RowKey } from './row-choice.tsx';

export type Column<Row> = {
  readonly title: string;
  readonly cell: (row: Row) => ReactNode;
  /** Figures are aligned to the right. */
  readonly isFigure?: boolean;
  /** The row's header, for screen readers. */
  readonly isName?: boolean;
  /** Hidden on a narrow screen. */
  readonly isExtra?: boolean;
  /** Actions on the row: not printed. */
  readonly isAction?: boolean;
  readonly total?: ReactNode;
  /** The name of this column's order in the address; its head is then a button. */
  readonly sortAs?: string;
  /** The comparison for a fully loaded list; a constant, so that it is not sorted again and again. */
  readonly order?: (one: Row, other: Row) => number;
  /** The cell's text in a file of the table; a column without it is not in the file. */
  readonly text?: (row: Row) => string;
};

export type TableProps<Row> = {
  /** For screen readers. */
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => RowKey;
  /** The content below an open row. */
  readonly detail?: ((row: Row) => ReactNode) | undefined;
  /** Marks a row, such as the one that is open next to the table. */
  readonly isChosen?: (row: Row) => boolean;
  /** Marks a row that is the total of those above it. */
  readonly isSubtotal?: (row: Row) => boolean;
  /** A checkbox in each row. */
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
  isSubtotal,
  choosing,
  sorting,
}: TableProps<Row>): ReactElement {
  const hasTotals = columns.some(({ total }) => total !== undefined);
  const boxOf = useRowBoxes(choosing, rows, keyOf);
  return (
    // A scrolling area has to be reachable by the keyboard too.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="table-frame" role="region" aria-label={caption} tabIndex={0}>
      <table className="table">
        <thead>
          <tr>
            {choosing !== undefined && (
              <th scope="col" className="box">
                <HeadBox of={choosing} keys={choosableKeys(choosing, rows, keyOf)} />
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
              isSubtotal={isSubtotal?.(row) === true}
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
  isSubtotal,
}: {
  readonly row: Row;
  readonly columns: readonly Column<Row>[];
  readonly box: ReactNode;
  readonly below: ReactNode;
  readonly isChosen: boolean;
  readonly isSubtotal: boolean;
}): ReactElement {
  return (
    <>
      <tr
        className={[...(isChosen ? ['chosen'] : []), ...(isSubtotal ? ['subtotal'] : [])].join(' ')}
      >
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
        // Figures are sorted from the greatest first.
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
