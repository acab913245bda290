import assert from 'node:assert/strict';
import { test } from 'node:test';
import { numberOfDay } from '../../calendar/day-number.ts';
import { parseDay } from '../../calendar/day.ts';
import { basisOfRate } from './rate-basis.ts';

function number(day: string): number {
  return numberOfDay(parseDay(day));
}

for (const { day, rateE4, due, act } of [
  { day: '2020-05-01', rateE4: 0, due: '2020-02-10', act: /№ 424/ },
  { day: '2022-05-01', rateE4: 0, due: '2022-02-10', act: /№ 497/ },
  { day: '2022-05-01', rateE4: 9_5000, due: '2022-04-11', act: /№ 474/ },
  { day: '2026-05-01', rateE4: 9_5000, due: '2026-02-10', act: /№ 474, продлено/ },
  { day: '2022-09-01', rateE4: 8_0000, due: '2022-04-11', act: /ст\. 155 ч\. 14/ },
  { day: '2021-09-01', rateE4: 0, due: '2021-02-10', act: /ст\. 155 ч\. 14/ },
])
  test(`${rateE4} on ${day} of a debt due ${due} rests on ${act.source}`, () =>
    assert.match(basisOfRate(number(day), rateE4, number(due)).ru, act));
