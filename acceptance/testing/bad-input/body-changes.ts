// Faults in a body: every field in every way, and its text as a whole.
import type { Operation, Schema } from '../operations.ts';
import { told } from './address-changes.ts';
import { BODY_VALUES, isRefused, valuesAtBoundsOf } from './bad-values.ts';
import { bytesOf, formOf, type Change, type Draft } from './draft.ts';
import { Literal } from './json-text.ts';

type Pointer = readonly string[];
type Field = { readonly pointer: Pointer; readonly schema: Schema; readonly isRequired: boolean };

const MEBIBYTE = 1_048_576;
const STRANGE_KEYS = [
  'colour',
  '',
  ' ',
  '__proto__',
  'constructor',
  'toString',
  'Name',
  'id ',
  '\u0000',
  '\ud800',
  'x'.repeat(5_000),
];
const OTHER_TYPES = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'application/xml',
  'application/jsonp',
  'json',
  '',
  '*/*',
].concat(
  'multipart/form-data; boundary=x',
  'multipart/form-data',
  'application/json-patch+json',
  'application/octet-stream',
);

export async function bodyChanges(operation: Operation): Promise<readonly Change[]> {
  if (operation.takesFile) return formChanges();
  const { body } = operation;
  if (body === undefined) return operation.method === 'GET' ? [] : UNASKED;
  const fields = fieldsOf(body, []);
  return [
    ...fields.flatMap(fieldChanges),
    ...[{ pointer: [], schema: body }, ...fields].flatMap(({ pointer, schema }) =>
      unknownFields(pointer, schema),
    ),
    ...BODY_VALUES.map((value): Change => ({
      part: 'body',
      why: `the body is ${toldOf(value)}`,
      refuses: isRefused(body, value),
      change: (draft) => ({ ...draft, body: value }),
    })),
    emptyBody(body),
    ...TEXTS.map(textChange),
    ...OTHER_TYPES.map(typeChange),
  ];
}

/** Fields with their nested fields; of a list its first item. */
function fieldsOf(schema: Schema, pointer: Pointer): readonly Field[] {
  const { properties = {}, required = [], items, anyOf = [] } = schema;
  const fieldWithin = (name: string, inner: Schema): readonly Field[] => {
    const here = [...pointer, name];
    const field: Field = { pointer: here, schema: inner, isRequired: required.includes(name) };
    return [field].concat(fieldsOf(inner, here));
  };
  const within = items === undefined ? properties : { ...properties, 0: items };
  return Object.entries(within)
    .flatMap(([name, inner]) => fieldWithin(name, inner))
    .concat(anyOf.flatMap((option) => fieldsOf(option, pointer)));
}

function fieldChanges({ pointer, schema, isRequired }: Field): Change[] {
  const field = `/${pointer.join('/')}`;
  const values = [...BODY_VALUES, ...valuesAtBoundsOf(schema)].map((value): Change => ({
    part: 'body',
    why: `${field} is ${toldOf(value)}`,
    refuses: isRefused(schema, value),
    field,
    change: (draft) => ({ ...draft, body: put(draft.body, pointer, value) }),
  }));
  const missing: Change = {
    part: 'body',
    why: `${field} is not there`,
    refuses: isRequired && pointer.length === 1,
    field,
    change: (draft) => ({ ...draft, body: put(draft.body, pointer, undefined) }),
  };
  return [...values, missing];
}

function unknownFields(pointer: Pointer, schema: Schema): Change[] {
  if (schema.properties === undefined) return [];
  return STRANGE_KEYS.map((key): Change => ({
    part: 'body',
    why: `an unknown field ${told(key)} in /${pointer.join('/')}`,
    refuses: true,
    change: (draft) => {
      const own = Object.fromEntries([[key, 1]]);
      const old = pointer.reduce<unknown>(
        (value, step) => (value as Record<string, unknown> | undefined)?.[step],
        draft.body,
      );
      return { ...draft, body: put(draft.body, pointer, mixed(old, own)) };
    },
  }));
}

/** Keeps a key such as `__proto__` as a key. */
function mixed(one: unknown, other: object): object {
  const entries = typeof one === 'object' && one !== null ? Object.entries(one) : [];
  return Object.fromEntries([...entries, ...Object.entries(other)]);
}

function put(value: unknown, [step, ...rest]: Pointer, leaf: unknown): unknown {
  if (step === undefined) return leaf;
  if (Array.isArray(value) || (value === undefined && step === '0'))
    return [put((value as unknown[] | undefined)?.[0], rest, leaf)];
  const inner = (value as Record<string, unknown> | undefined)?.[step];
  return mixed(value, { [step]: put(inner, rest, leaf) });
}

/** Changes to the text of a valid body. All of them are refused. */
const TEXTS: readonly (readonly [string, (text: string) => string | Buffer])[] = [
  ['is a space', () => ' '],
  ['is cut in half', (text) => text.slice(0, text.length / 2)],
  ['lacks its end', (text) => text.slice(0, -1)],
  ['has a comma behind', (text) => `${text},`],
  ['has a comma inside', (text) => `${text.slice(0, -1)},${text.at(-1)}`],
  ['is there twice', (text) => text + text],
  ['has single quotes', () => `{'a':1}`],
  ['has a comment', (text) => `/* x */${text}`],
  ['has NaN', () => '{"a":NaN}'],
  ['has undefined', () => '{"a":undefined}'],
  ['has a leading zero', () => '{"a":01}'],
  ['has hexadecimal', () => '{"a":0x10}'],
  ['has a raw line break in a text', () => '{"a":"x\ny"}'],
  ['has a mark of byte order', (text) => `\ufeff${text}`],
  ['is UTF-16', (text) => Buffer.from(text, 'utf16le')],
  [
    'is no UTF-8',
    (text) =>
      Buffer.concat([
        Buffer.from(text.slice(0, -1)),
        Buffer.from([0x2c, 0x22, 0xff, 0xfe, 0x22, 0x7d]),
      ]),
  ],
  ['has an overlong NUL', () => Buffer.from([0x7b, 0x22, 0xc0, 0x80, 0x22, 0x3a, 0x31, 0x7d])],
  [
    'has a surrogate as UTF-8',
    () => Buffer.from([0x7b, 0x22, 0xed, 0xa0, 0x80, 0x22, 0x3a, 0x31, 0x7d]),
  ],
  ['has a key twice', (text) => text.replace(/("[^"]+":)/, '$1null,$1')],
  ['has a key twice, once escaped', () => '{"a":1,"\\u0061":2}'],
  ['has __proto__', () => '{"__proto__":{"isAdmin":true}}'],
  ['has constructor', () => '{"constructor":{"prototype":{"isAdmin":true}}}'],
  ['is a list as deep as a thousand', () => `${'['.repeat(1000)}${']'.repeat(1000)}`],
  ['is as deep as a hundred thousand', () => `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`],
  [
    'has ten thousand unknown fields',
    () => `{${Array.from({ length: 10_000 }, (_, i) => `"x${i}":1`).join(',')}}`,
  ],
  ['has a number of a hundred thousand digits', () => `{"a":${'9'.repeat(100_000)}}`],
  ['is a form', () => 'a=1&b=2'],
  [
    'is XML',
    () => '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY y SYSTEM "file:///etc/passwd">]><x>&y;</x>',
  ],
  ['is gzip', () => Buffer.from('1f8b0800000000000003', 'hex')],
  ['is over the limit', () => `"${'x'.repeat(MEBIBYTE)}"`],
  ['is nearly at the limit', () => `"${'x'.repeat(MEBIBYTE - 100)}"`],
];

/** An empty one is null, which an operation may take. */
function emptyBody(body: Schema): Change {
  return {
    part: 'body',
    why: 'the body is empty',
    refuses: isRefused(body, null),
    change: (draft) => ({ ...draft, body: Buffer.from('') }),
  };
}

function textChange([why, change]: (typeof TEXTS)[number]): Change {
  return {
    part: 'body',
    why: `the body ${why}`,
    refuses: true,
    change: (draft) => ({
      ...draft,
      body: Buffer.from(change(String(bytesOf(draft) ?? '{"a":1}'))),
    }),
  };
}

function typeChange(type: string): Change {
  return {
    part: 'headers',
    why: `the body is said to be ${type || 'nothing'}`,
    refuses: true,
    change: (draft) => ({ ...draft, headers: { ...draft.headers, 'content-type': type } }),
  };
}

/** Bodies for operations without one. */
const UNASKED: readonly Change[] = [{ force: true }, { reason: 'x' }, ['x'], 'x', 1, true].map(
  (body) => ({
    part: 'body',
    why: `a body that nobody asked for: ${told(body)}`,
    refuses: true,
    change: (draft) => ({ ...draft, body }),
  }),
);

const CRLF = '\r\n';
const PART = `Content-Disposition: form-data; name="file"; filename="a.csv"${CRLF}${CRLF}`;

/** A description, its parts, and whether it is refused before the file is read. */
const FORMS: readonly (readonly [
  string,
  readonly (readonly [string, string | Blob, string?])[],
  boolean,
])[] = [
  ['without a file', [], true],
  ['with a text for a file', [['file', 'x']], true],
  ['with a file of another name', [['fail', new Blob(['x']), 'a.csv']], true],
  [
    'with two files',
    [
      ['file', new Blob(['x']), 'a.csv'],
      ['file', new Blob(['x']), 'b.csv'],
    ],
    true,
  ],
  [
    'with a text beside the file',
    [
      ['file', new Blob(['x']), 'a.csv'],
      ['x', 'y'],
    ],
    true,
  ],
  ['with an empty file', [['file', new Blob([]), 'a.csv']], false],
  ['with zeros', [['file', new Blob([Buffer.alloc(1000)]), 'a.csv']], false],
  [
    'with half an archive',
    [['file', new Blob([Buffer.from('504b0304140000000800', 'hex')]), 'a.xlsx']],
    false,
  ],
  ['with a page', [['file', new Blob(['<!doctype html><h1>Error']), '../../a.csv']], false],
  ['with quotes that do not end', [['file', new Blob(['a;b\n"x;y\n'.repeat(50)]), 'a.csv']], false],
  ['with a line without an end', [['file', new Blob(['x'.repeat(200_000)]), 'a.csv']], false],
  [
    'with ten thousand columns',
    [['file', new Blob([`${'a;'.repeat(10_000)}\n`]), '\u202e.csv']],
    false,
  ],
  ['with formulas', [['file', new Blob(['=1+1;@x;+1;-1\n=cmd|x;1;2;3\n']), '=a.csv']], false],
  [
    'with UTF-16',
    [['file', new Blob([Buffer.from('\ufeffaddress;x\n1;2', 'utf16le')]), 'a.csv']],
    false,
  ],
];

/** A description, its content type, and its text. */
const RAW_FORMS: readonly (readonly [string, string, string])[] = [
  ['without its boundary', 'multipart/form-data', `--x${CRLF}${PART}x${CRLF}--x--`],
  ['with another boundary', 'multipart/form-data; boundary=y', `--x${CRLF}${PART}x${CRLF}--x--`],
  ['cut short', 'multipart/form-data; boundary=x', `--x${CRLF}${PART}x`],
  ['cut in its head', 'multipart/form-data; boundary=x', `--x${CRLF}Content-Disposition: form-da`],
  ['of nothing', 'multipart/form-data; boundary=x', ''],
  ['with a boundary too long', `multipart/form-data; boundary=${'x'.repeat(3000)}`, ''],
  ['that is JSON', 'application/json', '{"file":"x"}'],
  ['that is a text', 'text/plain', 'x'],
  ['that is said to be nothing', '', 'x'],
];

async function formChanges(): Promise<readonly Change[]> {
  const made = await Promise.all(
    FORMS.map(async ([why, parts, refuses]): Promise<Change> => {
      const form = new FormData();
      for (const [name, value, fileName] of parts)
        if (typeof value === 'string') form.append(name, value);
        else form.append(name, value, fileName);
      return formChange(why, await formOf(form), refuses);
    }),
  );
  return [
    ...made,
    ...RAW_FORMS.map(([why, type, text]) =>
      formChange(why, { headers: { 'content-type': type }, body: Buffer.from(text) }, true),
    ),
  ];
}

function formChange(
  why: string,
  { headers, body }: Pick<Draft, 'headers' | 'body'>,
  refuses: boolean,
): Change {
  return {
    part: 'body',
    why: `a form ${why}`,
    refuses,
    change: (draft) => ({ ...draft, body, headers: { ...draft.headers, ...headers } }),
  };
}

function toldOf(value: unknown): string {
  return value instanceof Literal ? `the number ${value.text.slice(0, 40)}` : told(value);
}
