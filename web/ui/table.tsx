// One kind of table: columns that say what stands in them, figures to the right, a total below, and rows that open.
import { Fragment, type ReactElement, type ReactNode } from 'react';

export type Column<Row> = {
  readonly title: string;
  readonly cell: (row: Row) => ReactNode;
  /** Figures stand to the right. */
  readonly isFigure?: boolean;
  /** Names the row for those who hear the table. */
  readonly isName?: boolean;
  /** Left out on a narrow screen. */
  readonly isExtra?: boolean;
  readonly total?: ReactNode;
  /** Rows can be put in this order; a constant, so that they are not put so again and again. */
  readonly order?: (one: Row, other: Row) => number;
};

export type TableProps<Row> = {
  /** For those who hear the table. */
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string | number;
  /** What stands below a row that is open. */
  readonly detail?: ((row: Row) => ReactNode) | undefined;
  readonly isChosen?: (row: Row) => boolean;
  readonly sort?: {
    readonly title?: string;
    readonly isDown?: boolean;
    readonly choose: (title: string) => void;
  };
};

export function Table<Row>({
  caption,
  columns,
  rows,
  keyOf,
  detail,
  isChosen,
  sort,
}: TableProps<Row>): ReactElement {
  const hasTotals = columns.some(({ total }) => total !== undefined);
  return (
    // What scrolls has to be reached by the keyboard too.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="table-frame" role="region" aria-label={caption} tabIndex={0}>
      <table className="table">
        <thead>
          <tr>
            {columns.map((column) => (
              <HeadCell key={column.title} column={column} sort={sort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const below = detail?.(row);
            return (
              <Fragment key={keyOf(row)}>
                <tr className={isChosen?.(row) === true ? 'chosen' : ''}>
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
                    <td colSpan={columns.length}>{below}</td>
                  </tr>
                )}
              </Fragment>
            );
          })}
        </tbody>
        {hasTotals && (
          <tfoot>
            <tr>
              {columns.map((column) => (
                <td key={column.title} className={classOf(column)}>
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

function HeadCell<Row>({
  column,
  sort,
}: {
  readonly column: Column<Row>;
  readonly sort: TableProps<Row>['sort'];
}): ReactElement {
  return (
    <th
      scope="col"
      className={classOf(column)}
      aria-sort={sort?.title === column.title ? directionOf(sort.isDown) : undefined}
    >
      {sort === undefined || column.order === undefined ? (
        column.title
      ) : (
        <button type="button" className="sort" onClick={() => sort.choose(column.title)}>
          {column.title}
        </button>
      )}
    </th>
  );
}

function classOf<Row>({ isFigure, isExtra }: Column<Row>): string {
  return `${isFigure === true ? 'figure' : ''} ${isExtra === true ? 'wide-only' : ''}`.trim();
}

function directionOf(isDown = false): 'ascending' | 'descending' {
  return isDown ? 'descending' : 'ascending';
}
