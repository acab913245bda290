import assert from 'node:assert/strict';
import { test } from 'node:test';
import { monthInCell } from './month-in-cell.ts';

const MONTHS: readonly (readonly [text: string, month: string | undefined])[] = [
  ['07.2026', '2026-07'],
  ['7.2026', '2026-07'],
  ['08/2026', '2026-08'],
  ['2026-07', '2026-07'],
  ['2026-07-01', '2026-07'],
  ['01.07.2026', '2026-07'],
  ['2026-07-01 00:00:00', '2026-07'],
  ['сен.25', '2025-09'],
  ['Сентябрь 2026', '2026-09'],
  ['май 2026 г.', '2026-05'],
  ['июн-26', '2026-06'],
  ['Июль\u00A02026 год', '2026-07'],
  ['Sep-25', '2025-09'],
  ['13.2026', undefined],
  ['2026-7', undefined],
  ['31.08.2026', undefined],
  ['07.1999', undefined],
  ['сентябрь', undefined],
  ['25.сен', undefined],
  ['марганец 2026', undefined],
  ['ию.26', undefined],
  ['0726', undefined],
  ['', undefined],
];
for (const [text, month] of MONTHS)
  test(`"${text}" is ${month ?? 'no month'}`, () =>
    assert.equal(monthInCell(text)?.toString(), month));
