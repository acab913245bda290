// What the former database lacks of the expected shape.
import { TYPES_OF_KIND, type FormerKind, type FormerShape } from './former-shape.ts';

export type FoundColumn = {
  readonly table: string;
  readonly column: string;
  /** As PostgreSQL writes it, without length or precision. */
  readonly type: string;
};

/** One line for each table or column that is missing or of another type, in the order of the shape. */
export function shapeProblems(
  expected: FormerShape,
  found: readonly FoundColumn[],
): readonly string[] {
  const tables = Map.groupBy(found, ({ table }) => table);
  return Object.entries(expected).flatMap(([table, columns]) => {
    const present = tables.get(table);
    if (present === undefined)
      return [`the table ${table} is missing: ${Object.keys(columns).join(', ')}`];
    return Object.entries(columns).flatMap(([column, kind]) => {
      const problem = columnProblem(kind, present.find((one) => one.column === column)?.type);
      return problem === undefined ? [] : [`${table}.${column} ${problem}`];
    });
  });
}

function columnProblem(kind: FormerKind, type: string | undefined): string | undefined {
  const types: readonly string[] = TYPES_OF_KIND[kind];
  if (type === undefined) return `is missing: ${types[0]}`;
  return types.includes(type) ? undefined : `is ${type}, and not ${types.join(' or ')}`;
}
