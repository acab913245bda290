// The seeded reference matches, row by row, what the law makes of the published key rates.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseDay } from '@kvartplata/domain/calendar/day.ts';
import { formatScaled, parseScaled } from '@kvartplata/domain/money/scaled.ts';
import { deriveEffectiveRates } from '@kvartplata/domain/regulation/penalty/effective-rate.ts';
import keyRates from '@kvartplata/domain/regulation/penalty/key-rates.json' with { type: 'json' };
import { openDatabase } from '@kvartplata/platform/database/database.ts';
import { createTestDatabase } from '@kvartplata/platform/testing/test-database.ts';
import type { BillingTables } from '../../tables.ts';
import { listPenaltyRates } from './penalty-rates.repository.ts';

test('the seeded penalty rates follow from the published key rates', async () => {
  const database = await createTestDatabase('billing');
  const { db } = openDatabase<BillingTables>({
    url: database.url,
    poolSize: 1,
    applicationName: 'test',
  });
  try {
    const derived = deriveEffectiveRates(
      keyRates.rates.map(({ validFrom, validTo, baseCbrRate }) => ({
        validFrom: parseDay(validFrom),
        validTo: validTo === null ? null : parseDay(validTo),
        baseRateE4: parseScaled(baseCbrRate, 4),
      })),
    );
    const expected = derived.map((rate) => [
      rate.validFrom.toString(),
      rate.validTo?.toString() ?? null,
      formatScaled(rate.baseRateE4, 4),
      formatScaled(rate.effectiveRateE4, 4),
      'import',
    ]);
    const seeded = (await listPenaltyRates(db))
      .toReversed()
      .map((rate) => [
        rate.validFrom,
        rate.validTo,
        rate.baseCbrRate,
        rate.effectiveRate,
        rate.source,
      ]);
    assert.deepEqual(seeded, expected);
  } finally {
    await db.destroy();
    await database.drop();
  }
});
