import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { AUTH } from '@kvartplata/contracts/auth/catalogue.ts';
import { BILLING } from '@kvartplata/contracts/billing/catalogue.ts';
import { isSchema } from '@kvartplata/contracts/catalogue.ts';
import { CORE } from '@kvartplata/contracts/core/catalogue.ts';
import { SerializerSelector } from '@fastify/fast-json-stringify-compiler';
import Type, { type TSchema } from 'typebox';
import { compileOnUse, compileSerializer } from './compile-on-use.ts';
import { compileValidator } from './validation.ts';

const ROUTE = { method: 'GET', url: '/' };

test('a schema is compiled once, at the first request', () => {
  const compiled: TSchema[] = [];
  const validator = compileOnUse((route) => {
    compiled.push(route.schema);
    return compileValidator(route);
  });
  const schema = Type.Object({ id: Type.Integer() });
  const validate = validator({ ...ROUTE, schema, httpPart: 'body' });
  assert.equal(compiled.length, 0);
  assert.deepEqual(validate({ id: 1 }), { value: { id: 1 } });
  const { error } = validate({ id: 'a' }) as { error?: Error };
  assert.match(error?.message ?? '', /^The body is not valid: \/id must be integer$/);
  assert.deepEqual(compiled, [schema]);
});

test('an answer has the fields of its schema and no others', () => {
  const schema = Type.Object({ id: Type.Integer() });
  for (const url of ['/a', '/b']) {
    const serialize = compileSerializer({ ...ROUTE, url, schema });
    assert.equal(serialize({ id: 1, secret: 2 }), '{"id":1}');
  }
});

/** Finds the errors that compiling at the start would have found. */
describe('every schema can be compiled', () => {
  const build = SerializerSelector()({}, {});
  for (const { service, operations } of [AUTH, CORE, BILLING])
    test(`of the ${service}-service`, () => {
      for (const { params, query, body, form, answers } of operations) {
        for (const schema of [params, query, body, form].filter((one) => one !== undefined))
          compileValidator({ ...ROUTE, schema });
        for (const answer of Object.values(answers))
          if (isSchema(answer)) build({ ...ROUTE, httpStatus: '200', schema: answer });
      }
    });
});
