// The requirements of a platform table, taken from its own columns and constraints, as conditions that a row of the former
// application can be checked against before it is copied.
import { isOwnColumn, shownColumns, type Transfer } from './transfer.ts';
import type {
  ColumnDescription,
  ConstraintDescription,
  TableDescription,
} from './table-description.repository.ts';

export type RowRule = {
  readonly columns: readonly string[];
  /** The columns by their former names. */
  readonly shown: string;
  /** SQL over the columns of the platform's table; true for a row that is broken. */
  readonly broken: string;
  readonly reason: string;
};

/** Ids are JavaScript numbers in HTTP requests. */
const HIGHEST_ID = Number.MAX_SAFE_INTEGER;
const INTEGER_RANGES: Readonly<Record<string, readonly [lowest: string, highest: string]>> = {
  smallint: ['-32768', '32767'],
  integer: ['-2147483648', '2147483647'],
};

/** The rules that concern only columns which the transfer fills. */
export function rowRules(transfer: Transfer, table: TableDescription): readonly RowRule[] {
  const filled = table.columns.filter(({ name }) => name in transfer.columns);
  const rule = (columns: readonly string[], broken: string, reason: string): RowRule => ({
    columns,
    shown: shownColumns(transfer, columns),
    broken,
    reason,
  });
  const ofConstraint = ({ name, columns, definition }: ConstraintDescription): RowRule =>
    rule(
      columns,
      `(${conditionOf(definition)}) is false`,
      `breaks ${name}: ${inWords(definition)}`,
    );
  // Worded with the former column's name, so that tables sharing a domain give the same text.
  const ofDomain = (column: string, { name, definition }: ConstraintDescription): RowRule =>
    rule(
      [column],
      `(${conditionOf(definition.replaceAll('VALUE', quoted(column)))}) is false`,
      `breaks ${name}: ${inWords(definition.replaceAll('VALUE', shownColumns(transfer, [column])))}`,
    );
  return [
    ...filled
      .filter(({ name, isRequired }) => isRequired && isOwnColumn(transfer, name))
      .map(({ name }) => rule([name], `${quoted(name)} is null`, 'is missing')),
    ...filled.flatMap((column) =>
      fits(column).map(([broken, reason]) => rule([column.name], broken, reason)),
    ),
    ...filled.flatMap(({ name, domainChecks }) =>
      domainChecks.map((check) => ofDomain(name, check)),
    ),
    ...table.checks
      .filter(({ columns }) => columns.every((column) => column in transfer.columns))
      .map(ofConstraint),
  ];
}

/** The type in which a column is checked: wide enough that a number that does not fit is reported and causes no SQL error. */
export function askedType({ type }: ColumnDescription): string {
  if (type.startsWith('numeric')) return 'numeric';
  return type in INTEGER_RANGES ? 'bigint' : type;
}

/** Conditions under which a value would not fit its column. */
function fits({ name, type }: ColumnDescription): readonly (readonly [string, string])[] {
  const column = quoted(name);
  const [, precision, places] = /^numeric\((\d+),(\d+)\)$/.exec(type) ?? [];
  if (precision !== undefined && places !== undefined) {
    const bound = `1${'0'.repeat(Number(precision) - Number(places))}`;
    return [
      [`abs(${column}) >= ${bound}`, `is not below ${bound}`],
      [`round(${column}, ${places}) <> ${column}`, `has more than ${places} decimal places`],
    ];
  }
  const range = INTEGER_RANGES[type];
  if (range !== undefined)
    return [[`${column} not between ${range.join(' and ')}`, `is not from ${range.join(' to ')}`]];
  if (type === 'bigint')
    return [[`${column} not between 1 and ${HIGHEST_ID}`, `is not from 1 to ${HIGHEST_ID}`]];
  if (type === 'date' || type.startsWith('timestamp'))
    return [[`not isfinite(${column})`, 'is infinite']];
  return [];
}

function conditionOf(definition: string): string {
  return definition.replace(/^CHECK \(/, '').replace(/\)(?: NOT VALID| NO INHERIT)*$/, '');
}

/** Without casts, which only PostgreSQL needs. */
function inWords(definition: string): string {
  return conditionOf(definition)
    .replaceAll(/::[a-z]+(?: varying| precision)?(?:\[\])?/g, '')
    .replaceAll(/\b(?:AND|OR|NOT|IS|NULL|ANY|ARRAY)\b/g, (word) => word.toLowerCase());
}

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
