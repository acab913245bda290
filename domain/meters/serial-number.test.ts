import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NO_SERIAL_NUMBER, serialNumberOf } from './serial-number.ts';

test('whoever writes that there is no number says the same', () => {
  for (const written of ['б/н', 'Б/Н', 'бн', 'б\\н', 'б.н.', 'Б / Н', 'Без номера'])
    assert.equal(serialNumberOf(written), NO_SERIAL_NUMBER, written);
});

test('what only looks like it is a number as it is written', () => {
  for (const written of ['б/н 12', 'БН-12', '0', 'н/б', '007'])
    assert.equal(serialNumberOf(written), written);
});
