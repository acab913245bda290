// Restriction of a service: which services, from which debt on, and with which terms.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { QUALITY_STANDARDS } from '../quality/service-act.ts';
import {
  isNotPaidInFull,
  lastDayRestricted,
  lastDayToPay,
  mayBeRestricted,
  RestrictionNotKnownError,
} from './restriction-notice.ts';

const day = (text: string): Temporal.PlainDate => Temporal.PlainDate.from(text);

test('four utility services may be restricted, never heating or cold water, nor waste collection', () => {
  const restricted = QUALITY_STANDARDS.filter((qualityStandard) =>
    mayBeRestricted({ kind: 'utility', qualityStandard }),
  );
  assert.deepEqual(restricted.toSorted(), ['gas-supply', 'hot-supply', 'power', 'sewerage']);
});

test('upkeep, major repairs and other non-utility services are never restricted', () => {
  for (const kind of ['housing', 'major-repairs', 'other'] as const)
    assert.equal(mayBeRestricted({ kind, qualityStandard: 'power' }), false);
  assert.equal(mayBeRestricted({ kind: 'utility', qualityStandard: null }), false);
});

describe('a debt of one service above two monthly norm charges', () => {
  const cases: readonly (readonly [debt: bigint, norm: bigint, expected: boolean, why: string])[] =
    [
      [1_000_00n, 500_00n, false, 'exactly two are not above'],
      [1_000_01n, 500_00n, true, 'a kopeck more is'],
      [900_00n, 500_00n, false, 'less is not'],
      [900_00n, 0n, false, 'without a norm nothing is known'],
    ];
  for (const [debt, norm, expected, why] of cases)
    test(why, () => {
      const of = { debtKopecks: debt, normChargeKopecks: norm };
      assert.equal(isNotPaidInFull({ ...of, keepsAgreement: false }), expected);
    });

  test('is no ground while the debtor keeps an agreement to pay it off', () => {
    const of = { debtKopecks: 90_000_00n, normChargeKopecks: 500_00n };
    assert.equal(isNotPaidInFull({ ...of, keepsAgreement: true }), false);
  });
});

describe('20 days to pay, then 10 of restriction', () => {
  test('from the day of delivery', () => {
    assert.equal(String(lastDayToPay(day('2026-10-01'))), '2026-10-21');
    assert.equal(String(lastDayRestricted(day('2026-10-22'))), '2026-11-02');
  });
  test('a term that ends on a day of rest ends on the next working day', () => {
    assert.equal(String(lastDayToPay(day('2026-10-04'))), '2026-10-26');
    assert.equal(String(lastDayRestricted(day('2026-10-21'))), '2026-11-02');
  });
  test('days before 2017, with other terms, are refused', () => {
    assert.throws(() => lastDayToPay(day('2016-12-31')), RestrictionNotKnownError);
    assert.throws(() => lastDayRestricted(day('2016-12-31')), RestrictionNotKnownError);
  });
});
