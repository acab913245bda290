import assert from 'node:assert/strict';
import { test } from 'node:test';
import { normInWords, type ReceiptNorm } from './norm-words.ts';

const WATER: ReceiptNorm = {
  serviceName: 'Холодное водоснабжение',
  unit: 'м³',
  method: 'meter',
  component: null,
  value: '4.180000',
};

const cases: readonly (readonly [why: string, norm: Partial<ReceiptNorm>, words: string | null])[] =
  [
    ['of a person, also where a meter counts', {}, 'Холодное водоснабжение 4.18 м³ на чел.'],
    [
      'of the common property',
      { serviceName: 'ХВ на СОИ', method: 'odn', value: '0.020000' },
      'ХВ на СОИ 0.02 м³ на м² общего имущества',
    ],
    [
      'of a square metre',
      { serviceName: 'Отопление', unit: 'Гкал', method: 'heating', value: '0.0242' },
      'Отопление 0.0242 Гкал на м²',
    ],
    [
      'of the heat in a cubic metre',
      { serviceName: 'Горячая вода', component: 'heat', value: '0.0599' },
      'Горячая вода, подогрев 0.0599 Гкал на м³',
    ],
    ['of whole numbers', { value: '80' }, 'Холодное водоснабжение 80 м³ на чел.'],
    ['none of what is charged by area alone', { method: 'area' }, null],
  ];

for (const [why, norm, words] of cases)
  test(`a norm in words: ${why}`, () =>
    assert.equal(normInWords({ ...WATER, ...norm }, { isDwelling: true }), words));

test('a room that is not a dwelling has the norms of its heating and of heat alone', () => {
  const wordsOf = (norm: Partial<ReceiptNorm>) =>
    normInWords({ ...WATER, ...norm }, { isDwelling: false });
  assert.equal(wordsOf({}), null);
  assert.equal(wordsOf({ method: 'water-disposal' }), null);
  // A norm of waste by area is for dwellings.
  assert.equal(wordsOf({ method: 'area-norm' }), null);
  assert.match(wordsOf({ component: 'heat' }) ?? '', /подогрев/);
  assert.match(wordsOf({ method: 'heating' }) ?? '', /на м²$/);
});
