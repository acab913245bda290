// Properties that all charging methods share.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { REASON_CODES } from '../charge-rules.ts';
import { CHARGING_METHODS, METHOD_NAMES } from '../charging-methods.ts';
import { COMMON_RULES, UNRECKONED_RULES } from '../explanation/common-rules.ts';
import { METHODS, methodOf } from './methods.ts';

test('a reason code belongs to one method, or to the lines that any method may give', () => {
  const codes = [
    ...Object.values(METHODS).map(({ rules }) => rules),
    COMMON_RULES,
    UNRECKONED_RULES,
  ]
    .flatMap((rules) => Object.keys(rules))
    .toSorted();
  assert.deepEqual(codes, REASON_CODES.toSorted());
});

test('every method charges accounts or shares out, and has a name in both languages', () => {
  for (const method of CHARGING_METHODS) {
    const { chargeAccount, shareOut } = methodOf({ method });
    assert.ok(chargeAccount !== undefined || shareOut !== undefined, method);
    const { ru, en } = METHOD_NAMES[method];
    assert.match(`${ru}/${en}`, /^[а-яё ,-]+\/[a-z ,-]+$/);
  }
});

test('the name of a method fits into the tables of core and billing', () => {
  for (const method of CHARGING_METHODS) assert.match(method, /^[a-z][a-z-]{0,19}$/);
});
