// A code is only a name: services with other codes are charged exactly the same.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calculateHouse } from './calculate-house.ts';
import type { HouseFacts, ServiceFacts } from './house-facts.ts';
import { randomHouse } from './testing/random-house.ts';
import { randomOf } from './testing/random.ts';

const CASES = 300;
const MARK = '~';

function called(code: string): string {
  return `${MARK}${code.split('').toReversed().join('')}${MARK}`;
}

function otherwise(service: ServiceFacts): ServiceFacts {
  const { code, drainsInto, hoursOf, commonNeedsOf } = service;
  return {
    ...service,
    code: called(code),
    drainsInto: drainsInto === null ? null : called(drainsInto),
    hoursOf: hoursOf === null ? null : called(hoursOf),
    commonNeedsOf: commonNeedsOf.map(called),
  };
}

/** As text, with the original codes. */
function said(house: HouseFacts, accounts: Parameters<typeof calculateHouse>[1]): string {
  const text = JSON.stringify(calculateHouse(house, accounts), (_key, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  );
  return text.replaceAll(/~([^~]*)~/g, (_, code: string) => code.split('').toReversed().join(''));
}

test('the charges of random houses do not depend on what their services are called', () => {
  for (let seed = 1; seed <= CASES; seed++) {
    const { house, accounts } = randomHouse(randomOf(seed));
    const renamed = { ...house, services: house.services.map(otherwise) };
    assert.equal(said(renamed, accounts), said(house, accounts), `seed ${seed}`);
  }
});
