// One fault of one row of the former application, as its owner has to mend it.

export type Finding = {
  /** Of the former application. */
  readonly table: string;
  /** A number beyond 2^53 is told as text. */
  readonly id: number | string;
  readonly column: string;
  /** Completes "the column …". */
  readonly reason: string;
};

export function describeFinding({ table, id, column, reason }: Finding): string {
  return `${table} ${id}: ${column} ${reason}`;
}
