import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NO_SERIAL_NUMBER, serialNumberOf } from './serial-number.ts';

test('every spelling of "no number" is stored alike', () => {
  for (const written of ['б/н', 'Б/Н', 'бн', 'б\\н', 'б.н.', 'Б / Н', 'Без номера'])
    assert.equal(serialNumberOf(written), NO_SERIAL_NUMBER, written);
});

test('a text that only resembles it is kept as a number', () => {
  for (const written of ['б/н 12', 'БН-12', '0', 'н/б', '007'])
    assert.equal(serialNumberOf(written), written);
});
