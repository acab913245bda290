// Values that people, programs and attackers put where something else belongs; and whether a schema accepts them.
import { fitsSchema } from '@kvartplata/platform/http/fits-schema.ts';
import type { Schema } from '../operations.ts';
import { Literal } from './json-text.ts';

const DAYS = wordsOf(`
  2025-02-30 2025-02-29 2025-04-31 2025-13-01 2025-00-10 2025-01-00 0000-01-01 0001-01-01 1582-10-10 1899-12-31
  9999-12-31 10000-01-01 +010000-01-01 -000001-01-01 2025-1-1 25-01-01 01.02.2025 2025-01-01T00:00:00Z
  2025-01-01[u-ca=hebrew] ٢٠٢٥-٠١-٠١ infinity -infinity epoch now today allballs 2024-02-29
  2025-01 2025-13 2025-00 0000-01 9999-12 2999-12`);
const NUMERALS = wordsOf(`
  0 -0 -1 +1 01 1. .5 0.00 1,5 1_000 1e5 1E400 1e-400 0x10 0b1 NaN nan Infinity -Infinity 1/3 ٣ １ ½
  99999999999999999999 9223372036854775808 2147483648 1.23456789 0.000000000001 999999999999.99 -0.01 1.5.2 --1 1-
  ${'9'.repeat(400)} 0.${'3'.repeat(400)}`);
const WORDS = wordsOf(String.raw`
  x null undefined true [object Object] __proto__ constructor toString hasOwnProperty ' " $1 % _ %_% \ \u0000 %s%n%p
  \${7*7} {{7*7}} <script>alert(1)</script> =1+1 +1 -1 @SUM(A1) ../../etc/passwd / . .. C:\ a@b a@b.c@d.e
  😀 İıſK ﷺ ${'a'.repeat(300)}@b.org ${'x'.repeat(200)} ${'x'.repeat(256)} ${'x'.repeat(10_000)}
  ${'я'.repeat(501)} ${'😀'.repeat(200)} ${'👨‍👩‍👧‍👦'.repeat(40)} ${'e'.padEnd(400, '\u0301')}`);
/** With spaces and invisible characters. */
const TEXTS = [
  '',
  ' ',
  ' x',
  'x ',
  '1 ',
  ' 1',
  '1 000',
  '1\u00a0000',
  '2025-01-01 ',
  "'; drop table users; --",
].concat(
  [
    '" or 1=1',
    '\t',
    'a\nb',
    'a\r\nSet-Cookie: x=1',
    '\u0001',
    '\u001b[31m',
    '\u007f',
    '\u0085',
    '\u2028',
  ],
  ['\ufeff', '\ufffe', '\u202egpj.exe', 'e\u0301', '\u0000', 'a\u0000b', '\ud800', 'a\udc00b'],
);
const NUMBERS = [0, -1, 1, 1.5, -0.01, 0.1 + 0.2, 13, 65_536, 2_147_483_648, 4_294_967_296].concat([
  Number.MAX_SAFE_INTEGER,
  Number.MIN_SAFE_INTEGER,
  999_999_999_999_999,
]);
const LISTS: readonly unknown[] = [[], [[]], [null], ['x'], [1], [{}], nested(20), nested(40)];
const OBJECTS: readonly unknown[] = [
  {},
  { x: 1 },
  { toString: 1 },
  { constructor: { prototype: 1 } },
];
/** As in the text: a double cannot represent them, or is written differently. */
const LITERALS = wordsOf(`
  1e3 1E+2 1e400 -1e-400 9007199254740993 12345678901234567890 1.0 -0 -0.0 1.10 100.000000000000001
  0.1000000000000000055511151231257827`).map((text) => new Literal(text));

export const TEXT_VALUES: readonly string[] = [...DAYS, ...NUMERALS, ...WORDS, ...TEXTS];
export const BODY_VALUES: readonly unknown[] = [
  null,
  true,
  false,
  ...TEXT_VALUES,
  ...NUMBERS,
  ...LISTS,
  ...OBJECTS,
  ...LITERALS,
];

/** Values at the schema's own limits and just beyond them. */
export function valuesAtBoundsOf(schema: Schema): readonly unknown[] {
  const { minimum, maximum, minLength, maxLength, maxItems } = schema;
  const values: unknown[] = [];
  if (minimum !== undefined) values.push(minimum, minimum - 1, minimum + 0.5);
  if (maximum !== undefined)
    values.push(maximum, maximum === Number.MAX_SAFE_INTEGER ? maximum : maximum + 1);
  if (minLength !== undefined && minLength > 1) values.push('x'.repeat(minLength - 1));
  if (maxLength !== undefined)
    values.push(
      ...['x', '😀', '\u0301'].flatMap((one) => [one.repeat(maxLength), one.repeat(maxLength + 1)]),
    );
  if (maxItems !== undefined && maxItems <= 10_000)
    values.push(Array.from({ length: maxItems + 1 }, () => 1));
  for (const option of optionsOf(schema)) {
    const word = option.const ?? option.enum?.[0];
    if (typeof word === 'string')
      values.push(word.toUpperCase(), `${word} `, [word], word.slice(1));
  }
  const range = rangeOf(schema);
  if (range !== undefined) {
    const past = range.places + 1;
    values.push(
      range.from,
      range.to,
      `-${range.to}`,
      `${range.to}0`,
      (0).toFixed(past),
      `0.${'1'.repeat(past)}`,
    );
  }
  return values;
}

/** Whether a request with this value has to be refused according to the OpenAPI document. */
export function isRefused(schema: Schema, value: unknown): boolean {
  if (value instanceof Literal)
    return (
      /e/i.test(value.text) || digitsOf(value.text) > 15 || isRefused(schema, Number(value.text))
    );
  if (typeof value === 'string' && (!value.isWellFormed() || value.includes('\0'))) return true;
  if (!fitsSchema(schema, value)) return true;
  if (typeof value !== 'string' && typeof value !== 'number') return false;
  const range = rangeOf(schema);
  if (range !== undefined) return !fitsRange(range, String(value));
  if (optionsOf(schema).some(({ format }) => format === 'date')) return !isDay(String(value));
  return optionsOf(schema).some(isMonth) && /-(?:00|1[3-9]|[2-9]\d)$/.test(String(value));
}

/** The schema itself, or its alternatives. */
function optionsOf(schema: Schema): readonly Schema[] {
  return schema.anyOf?.flatMap(optionsOf) ?? [schema];
}

type Range = {
  readonly from: string;
  readonly to: string;
  readonly places: number;
  readonly isOpen: boolean;
};

/** The range of a decimal, which the document describes in words: `A decimal above 0 to 1 with at most 8 places`. */
function rangeOf(schema: Schema): Range | undefined {
  for (const { description = '' } of optionsOf(schema)) {
    const words = /^A decimal (from|above) (-?[\d.]+) to (-?[\d.]+) with at most (\d+) places/.exec(
      description,
    );
    if (words !== null) {
      const [, bound, from = '', to = '', places] = words;
      return { from, to, places: Number(places), isOpen: bound === 'above' };
    }
  }
  return undefined;
}

function fitsRange({ from, to, places, isOpen }: Range, text: string): boolean {
  const parts = /^-?\d+(?:\.(\d+))?$/.exec(text);
  if (parts === null || (parts[1]?.length ?? 0) > places || text.length > 40) return false;
  const scale = (decimal: string): bigint => {
    const [whole = '', fraction = ''] = decimal.split('.');
    return BigInt(whole + fraction.padEnd(places, '0'));
  };
  const scaled = scale(text);
  return (isOpen ? scaled > scale(from) : scaled >= scale(from)) && scaled <= scale(to);
}

function isDay(text: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? [];
  if (Number(month) < 1 || Number(month) > 12 || Number(day) < 1) return false;
  return Number(day) <= new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
}

function isMonth({ pattern }: Schema): boolean {
  return pattern === '^[0-9]{4}-[0-9]{2}$';
}

function wordsOf(text: string): string[] {
  return text.trim().split(/\s+/);
}

function digitsOf(text: string): number {
  return text.replaceAll(/\D/g, '').replace(/^0+/, '').length;
}

function nested(depth: number): unknown {
  return depth === 0 ? 1 : [nested(depth - 1)];
}
