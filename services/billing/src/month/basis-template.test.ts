// Whatever is split is joined again into the same JSON text.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { calculateHouse } from '@kvartplata/domain/charging/calculate-house.ts';
import type { ChargeLine } from '@kvartplata/domain/charging/charge-line.ts';
import { randomHouse } from '@kvartplata/domain/charging/testing/random-house.ts';
import { randomOf, type Random } from '@kvartplata/domain/charging/testing/random.ts';
import { formatKopecks } from '@kvartplata/domain/money/kopecks.ts';
import { formatScaled } from '@kvartplata/domain/money/scaled.ts';
import { joinBasis, splitBases, type ToSplit } from './basis-template.ts';

const ZERO = { consumption: '0.000000', amount: '0.00' };

function texts(all: readonly ToSplit[]): readonly string[] {
  const { templates, rows } = splitBases(all);
  const stored = templates.map(({ template }) => JSON.stringify(template));
  return rows.map(({ template, own }, nth) => {
    const { consumption = '', amount = '' } = all[nth] ?? {};
    const parsed: unknown = JSON.parse(stored[template] ?? '');
    return JSON.stringify(joinBasis(parsed, { own, consumption, amount }));
  });
}

function toSplit(line: ChargeLine, kind = `${line.houseServiceId} ${line.line}`): ToSplit {
  return {
    kind,
    consumption: formatScaled(line.consumptionE6, 6),
    amount: formatKopecks(line.amountKopecks),
    basis: line.basis,
  };
}

describe('a basis split and joined again', () => {
  test('is the same text for lines of all methods', () => {
    const random = randomOf(19);
    let count = 0;
    const rules = new Set<string>();
    for (let house = 0; house < 400; house += 1) {
      const { house: facts, accounts } = randomHouse(random);
      const { lines } = calculateHouse(facts, accounts);
      const all = lines.map((line) => toSplit(line));
      assert.deepEqual(
        texts(all),
        lines.map(({ basis }) => JSON.stringify(basis)),
      );
      // Lines of different services and methods, as if they were of one kind.
      assert.deepEqual(
        texts(lines.map((line) => toSplit(line, ''))),
        lines.map(({ basis }) => JSON.stringify(basis)),
      );
      count += lines.length;
      for (const { basis } of lines) rules.add(basis.rule);
    }
    assert.ok(count > 1_000, `${count} lines`);
    assert.ok(rules.size > 10, [...rules].join());
  });

  test('is the same text for any JSON', () => {
    const random = randomOf(7);
    for (let run = 0; run < 2_000; run += 1) {
      const shapes = Array.from({ length: 2 }, () => anyObject(random, 2));
      const all = Array.from({ length: random.whole(1, 6) }, () => ({
        kind: 'one',
        consumption: '1',
        amount: random.oneOf(['1', '=', 'a|b']),
        basis: random.percent(30)
          ? (shapes[0] ?? {})
          : (varied(random, random.oneOf(shapes)) as object),
      }));
      assert.deepEqual(
        texts(all),
        all.map(({ basis }) => JSON.stringify(basis)),
      );
    }
  });
});

test('common values are stored once, a figure of the charge is not duplicated, and the rest is the charge’s own', () => {
  const chargeOf = (serial: string, amount: string) => ({
    kind: 'water',
    consumption: '3.000000',
    amount,
    basis: {
      tariff: '40.0000',
      amount,
      volume: '3.000000',
      meters: [{ serial, digits: 5 }],
      persons: serial.length,
    },
  });
  const { templates, rows } = splitBases([chargeOf('A|1', '10.00'), chargeOf('B', '20.00')]);
  assert.deepEqual(templates, [
    {
      first: 0,
      template: {
        tariff: '40.0000',
        amount: '=amount',
        volume: '3.000000',
        meters: [{ serial: '=text 0', digits: 5 }],
        persons: '=json 1',
      },
    },
  ]);
  assert.deepEqual(rows, [
    { template: 0, own: String.raw`A\|1|3` },
    { template: 0, own: 'B|1' },
  ]);
});

test('charges of different kinds and of different structures share nothing', () => {
  const { templates, rows } = splitBases([
    { kind: 'a', ...ZERO, basis: { volume: '1' } },
    { kind: 'b', ...ZERO, basis: { volume: '1' } },
    { kind: 'a', ...ZERO, basis: { volume: 1 } },
    { kind: 'a', ...ZERO, basis: { volume: '1', norm: undefined } },
  ]);
  assert.deepEqual(
    templates.map(({ first }) => first),
    [0, 1, 2],
  );
  assert.deepEqual(
    rows.map(({ template }) => template),
    [0, 1, 2, 0],
  );
});

test('joining a part of a template gives that part of the basis', () => {
  const basis = { house: { shared: '5.5' }, parts: [{ coefficient: '1.5' }] };
  const other = { house: { shared: '6.5' }, parts: [{ coefficient: '1.2' }] };
  const { templates, rows } = splitBases([
    { kind: '', ...ZERO, basis: other },
    { kind: '', ...ZERO, basis },
  ]);
  const template = templates[0]?.template as typeof basis;
  const filling = { ...ZERO, own: rows[1]?.own ?? '' };
  assert.deepEqual(joinBasis(template.house, filling), { shared: '5.5' });
  assert.equal(joinBasis(template.parts[0]?.coefficient, filling), '1.5');
});

test('a charge that lacks a value of its template is an error', () => {
  assert.throws(() => joinBasis({ a: '=text 1' }, { ...ZERO, own: 'x' }), /lacks the value/);
});

const TEXTS = [
  '',
  '1',
  '=',
  '==',
  '=amount',
  '|',
  '\\',
  '\\|',
  'a|b',
  '"',
  '\n',
  'м³',
  '😀\\',
  '0.00',
];

function anyLeaf(random: Random): unknown {
  return random.oneOf([random.oneOf(TEXTS), random.whole(0, 3), true, false, null]);
}

function anyObject(random: Random, depth: number): Record<string, unknown> {
  const keys = ['a', 'b', 'long key', '=text 0'].filter(() => random.percent(60));
  return Object.fromEntries(keys.map((key) => [key, anyValue(random, depth)]));
}

function anyValue(random: Random, depth: number): unknown {
  if (depth === 0 || random.percent(50)) return anyLeaf(random);
  if (random.percent(50)) return anyObject(random, depth - 1);
  return Array.from({ length: random.whole(0, 2) }, () => anyValue(random, depth - 1));
}

/** Mostly the same structure, with some different leaves. */
function varied(random: Random, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => varied(random, item));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([key, child]) => [key, varied(random, child)]),
    );
  if (random.percent(60)) return value;
  return typeof value === 'string' && random.percent(80) ? random.oneOf(TEXTS) : anyLeaf(random);
}
