// Every text in a body that users send has a form: a line, a pattern, a format or a list of choices. A schema that is copied by a
// spread loses the checks of its refinements without a word.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BILLING } from './billing/catalogue.ts';
import { CORE } from './core/catalogue.ts';
import type { Endpoint } from './endpoint.ts';
import { Line } from './scalars.ts';

type Schema = {
  readonly type?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
};

/** Judged by the service, which knows more than a schema. */
const JUDGED_LATER = new Set([
  'createPenaltyRule/value',
  'replacePenaltyRule/value',
  'createWebhook/url',
]);

function* textsIn(schema: Schema, pointer: string): Generator<readonly [string, Schema]> {
  if (schema.type === 'string') yield [pointer, schema];
  for (const [name, field] of Object.entries(schema.properties ?? {}))
    yield* textsIn(field, `${pointer}/${name}`);
  if (schema.items !== undefined) yield* textsIn(schema.items, `${pointer}/0`);
  for (const choice of schema.anyOf ?? []) yield* textsIn(choice, pointer);
}

function hasForm(schema: Schema): boolean {
  const own = Object.getOwnPropertyNames(schema);
  return ['pattern', 'format', 'const', 'enum', '~refine'].some((rule) => own.includes(rule));
}

function formless(operations: readonly Endpoint[]): readonly string[] {
  return operations
    .filter(({ access }) => access !== 'service')
    .flatMap(({ id, body }) => (body === undefined ? [] : Array.from(textsIn(body as Schema, id))))
    .filter(([, schema]) => !hasForm(schema))
    .map(([pointer]) => pointer);
}

test('no text of a body lacks a form', () => {
  const found = formless([...BILLING.operations, ...CORE.operations]);
  assert.deepEqual(
    found.filter((pointer) => !JUDGED_LATER.has(pointer)),
    [],
  );
  assert.deepEqual(found.toSorted(), [...JUDGED_LATER].toSorted());
});

test('a copied line is found', () => {
  assert.ok(hasForm(Line(3)));
  assert.ok(!hasForm({ ...Line(3) }));
});
