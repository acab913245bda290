// Why a job failed, in words.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { JOB_ERROR_CODES } from './job-errors.ts';
import { jobErrorWords } from './job-error-words.ts';

test('every error of a job has words in both languages', () => {
  for (const error of JOB_ERROR_CODES) {
    const { ru, en } = jobErrorWords({ error, errorFacts: {} }) ?? assert.fail();
    assert.match(ru, /^[А-Яа-яЁё]/);
    assert.match(en, /^[a-z]/);
  }
});

test('the words include the facts of the error', () => {
  assert.deepEqual(jobErrorWords({ error: 'rate-missing', errorFacts: { day: '2025-03-18' } }), {
    ru: 'нет ставки пени: на 18.03.2025',
    en: 'no penalty rate: on 2025-03-18',
  });
  const houses = [
    { houseId: 5, reason: 'not-known' },
    { houseId: 7, reason: 'elsewhere' },
  ] as const;
  assert.deepEqual(
    jobErrorWords({
      error: 'houses-not-computed',
      errorFacts: { houses: [...houses], moreHouses: 3 },
    }),
    {
      ru: 'рассчитаны не все дома: дом № 5 (его больше нет в реестре), дом № 7 (теперь у другой организации), и ещё домов: 3',
      en: 'some houses were not computed: house 5 (it is no longer registered), house 7 (it belongs to another organization now), and 3 more',
    },
  );
  assert.equal(
    jobErrorWords({ error: 'rows-refused', errorFacts: { refused: 2, rows: 9 } })?.en,
    'the file has rows with errors, nothing was stored: 2 refused, 9 in all',
  );
  assert.equal(jobErrorWords({ error: null, errorFacts: null }), null);
});
