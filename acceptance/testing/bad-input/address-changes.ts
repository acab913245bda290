// Faults in the URL: its method, its path, its query.
import { fitsSchema } from '@kvartplata/platform/http/fits-schema.ts';
import type { Operation, Parameter, Schema } from '../operations.ts';
import { isRefused, TEXT_VALUES, valuesAtBoundsOf } from './bad-values.ts';
import type { Change, Draft } from './draft.ts';

/** As they are in the URL. */
const BROKEN = [
  '%',
  '%zz',
  '%E0%A4%A',
  '%00',
  '%2e%2e',
  '%2F',
  '%252e',
  '\u00e9',
  '%ED%A0%80',
  '..;',
  '*',
  '{id}',
];
const ABSENT = '999999999999';
const CURSORS = [
  '',
  'null',
  '{}',
  '[]',
  '[1]',
  '[0]',
  '[-1]',
  '[1.5]',
  '["x"]',
  '[null]',
  '[[1]]',
  '[1e300]',
  '[9007199254740991]',
]
  .concat(
    '["2025-02-30"]',
    '["infinity"]',
    '["9999-12-31"]',
    '[1,2]',
    '[1,0]',
    '[1,-1]',
    '[1,2,3]',
    '["2025-01-01",1]',
    '["\\u0000",1]',
    '{"0":1}',
  )
  .map((text) => Buffer.from(text).toString('base64url'));
const UNKNOWN = [
  'colour=red',
  '__proto__=1',
  'constructor=1',
  'toString=1',
  '%00=1',
  '=1',
  '1',
  'limit[]=1',
  `${'x'.repeat(2000)}=1`,
];
const METHODS = ['PATCH', 'PROPFIND', 'SEARCH', 'DELETE', 'PUT', 'POST'];

export function addressChanges(
  operation: Operation,
  methodsOfPath: readonly string[],
): readonly Change[] {
  const isOfNobody = ['service', 'public', 'csrf'].includes(operation.access);
  return operation.parameters
    .flatMap((parameter) => {
      if (parameter.in === 'path') return pathChanges(parameter, isOfNobody);
      return parameter.in === 'query' ? queryChanges(parameter) : [];
    })
    .concat(unknownQueries(operation))
    .concat(METHODS.filter((method) => !methodsOfPath.includes(method)).map(methodChange));
}

function pathChanges({ name, schema }: Parameter, isOfNobody: boolean): Change[] {
  const put =
    (text: string) =>
    (draft: Draft): Draft => ({
      ...draft,
      params: { ...draft.params, [name]: text },
    });
  const isId = schema.pattern === '^[1-9][0-9]{0,14}$';
  return [
    ...textsFor(schema).map((text): Change => ({
      part: 'path',
      why: `{${name}} is ${told(text)}`,
      refuses: hasToRefuse(schema, text),
      field: `/${name}`,
      change: put(encodeURIComponent(text)),
    })),
    ...BROKEN.map((text): Change => ({
      part: 'path',
      why: `{${name}} is broken: ${text}`,
      refuses: isBroken(text) || hasToRefuse(schema, decodeURIComponent(text)),
      change: put(text),
    })),
    ...(isId && !isOfNobody
      ? [
          {
            part: 'path' as const,
            why: `{${name}} is of nothing`,
            refuses: true,
            change: put(ABSENT),
          },
        ]
      : []),
  ];
}

function queryChanges({ name, schema, required = false }: Parameter): Change[] {
  const without = ({ query }: Draft): readonly string[] =>
    query.filter((pair) => !pair.startsWith(`${name}=`));
  const put =
    (...texts: readonly string[]) =>
    (draft: Draft): Draft => ({
      ...draft,
      query: [...without(draft), ...texts.map((text) => `${name}=${text}`)],
    });
  const change = (why: string, texts: readonly string[], refuses: boolean): Change => ({
    part: 'query',
    why: `?${name} is ${why}`,
    refuses,
    field: `/${name}`,
    change: put(...texts),
  });
  return [
    ...textsFor(schema).map((text) =>
      change(told(text), [encodeURIComponent(text)], hasToRefuse(schema, text)),
    ),
    ...(name === 'cursor' ? CURSORS : BROKEN).map((text) => change(`odd: ${text}`, [text], false)),
    change('there twice', ['1', '2'], true),
    change('there three hundred times', Array.from({ length: 300 }, String), true),
    change('not there', [], required),
  ];
}

function unknownQueries({ path }: Operation): Change[] {
  // Other people's programs call the operator's routes, and add parameters of their own.
  const refuses = path.startsWith('/api/');
  return UNKNOWN.map((pair): Change => ({
    part: 'query',
    why: `an unknown ?${pair.slice(0, 20)}`,
    refuses,
    change: (draft) => ({ ...draft, query: [...draft.query, pair] }),
  }));
}

function methodChange(method: string): Change {
  return {
    part: 'everything',
    why: `by ${method}`,
    refuses: true,
    change: (draft) => ({ ...draft, method }),
  };
}

/** A free text may contain what a body may not: a search for it finds nothing. */
function hasToRefuse(schema: Schema, text: string): boolean {
  return isRefused(schema, text) && !(text.includes('\0') && fitsSchema(schema, text));
}

function isBroken(text: string): boolean {
  try {
    return decodeURIComponent(text) === '';
  } catch {
    return true;
  }
}

function textsFor(schema: Parameter['schema']): readonly string[] {
  const bounds = valuesAtBoundsOf(schema).filter((value) => typeof value === 'string');
  return [...TEXT_VALUES, ...bounds].filter((text) => text.isWellFormed() && text.length <= 2_000);
}

export function told(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 40 ? `${text.slice(0, 40)}… (${text.length})` : text;
}
