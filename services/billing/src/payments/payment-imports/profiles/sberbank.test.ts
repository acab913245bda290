import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cp1251, cp866 } from '@kvartplata/platform/testing/table-files.ts';
import { readAll, refusalOf, told } from '../../../testing/registries.ts';

const PLAIN =
  '14-07-2026;12-00-09;9055;9055999V;350611123569;LS01;ИВАНОВ И.И.;НОВАЯ УЛ,14А К2,25;062026;21643,63;21643,63;0,00';
const KEYED =
  '15-07-2026;08-15-00;8610;9042U;350611123570;CLIENTNO:LS02;FIO:ПЕТРОВА А.А.;PERIOD:0726;1000,00;995,00;5,00';
const TOTALS = '=2;22643,63;22638,63;5,00;123456;16-07-2026';
const FILE = `${PLAIN}\r\n${KEYED}\r\n${TOTALS}\r\n`;
const ROWS = [
  '1 LS01 21643.63 2026-07-14 2026-06 350611123569',
  '2 LS02 1000.00 2026-07-15 2026-07 350611123570',
];

const encodings: { why: string; content: string | Buffer }[] = [
  { why: 'UTF-8', content: FILE },
  { why: 'windows-1251', content: cp1251(FILE) },
  { why: 'IBM 866', content: cp866(FILE) },
];
for (const { why, content } of encodings) {
  test(`a registry with and without keys is read: ${why}`, async () => {
    const { rows, declared } = await readAll('sberbank', content);
    assert.deepEqual(rows.map(told), ROWS);
    assert.deepEqual(declared, { rows: 2, kopecks: 2_264_363n });
    assert.equal(rows[0]?.purpose, 'LS01; ИВАНОВ И.И.; НОВАЯ УЛ,14А К2,25; 062026');
    assert.equal(rows[1]?.payer, 'ПЕТРОВА А.А.');
    assert.equal(rows[0]?.source, PLAIN);
  });
}

const lines: { why: string; line: string; row: string }[] = [
  {
    why: 'readings of meters stand before the sums',
    line: '14-01-2026;12-00-09;9055;9055999V;1;LS01;ЯНИНО-1 ГП,25;122025;21264473;ХВС;1;6;[!];[!];;100,00;100,00;0,00',
    row: '1 LS01 100.00 2026-01-14 2025-12 1',
  },
  {
    why: 'a semicolon ends it',
    line: '14-07-2026;12-00-09;9055;1;2;LS01;;;0726;100,00;99,00;1,00;',
    row: '1 LS01 100.00 2026-07-14 2026-07 2',
  },
  {
    why: 'its commission is blank, and the month before the sums is none of them',
    line: '14-07-2026;12-00-09;9055;1;2;LS01;ИВАНОВ;0726;840,00;840,00;',
    row: '1 LS01 840.00 2026-07-14 2026-07 2',
  },
  {
    why: 'a month long ago is taken for another figure',
    line: '14-07-2026;12-00-09;9055;1;2;LS01;;;0120;100,00;99,00;1,00',
    row: '1 LS01 100.00 2026-07-14 - 2',
  },
  {
    why: 'a month long ago is one where its key says so',
    line: '14-07-2026;12-00-09;9055;1;2;LS01;PERIOD:0120;100,00;99,00;1,00',
    row: '1 LS01 100.00 2026-07-14 2020-01 2',
  },
  {
    why: 'the payer has put a month into a field of text',
    line: '14-07-2026;12-00-09;9055;1;2;LS01;за май-июнь 2026;100,00;99,00;1,00',
    row: '1 LS01 100.00 2026-07-14 2026-05 2',
  },
  {
    why: 'an account that reads like a month is none',
    line: '14-07-2026;12-00-09;9055;1;2;CLIENTNO:9/2026;100,00;99,00;1,00',
    row: '1 9/2026 100.00 2026-07-14 - 2',
  },
  {
    why: 'the account is blank',
    line: '14-07-2026;12-00-09;9055;1;2;CLIENTNO:;FIO:X;;100,00;99,00;1,00',
    row: '1 - 100.00 2026-07-14 - 2 account-missing',
  },
  {
    why: 'it has too few fields',
    line: '14-07-2026;LS01;100,00',
    row: '1 - - - - - row-unreadable',
  },
  {
    why: 'the day and the sum are spoiled',
    line: '32-07-2026;12-00-09;9055;1;2;LS01;x;1OO,00;99,00;1,00',
    row: '1 LS01 - - - 2 amount-unreadable day-unreadable',
  },
  {
    why: 'the sum has three decimals',
    line: '14-07-2026;12-00-09;9055;1;2;LS01;x;100,005;99,00;1,00',
    row: '1 LS01 - 2026-07-14 - 2 amount-unreadable',
  },
  {
    why: 'money was given back',
    line: '14-07-2026;12-00-09;9055;1;2;LS01;x;-100,00;99,00;1,00',
    row: '1 LS01 -100.00 2026-07-14 - 2 amount-not-positive',
  },
  {
    why: 'nothing was paid',
    line: '14-07-2026;12-00-09;9055;1;2;LS01;x;0,00;0,00;0,00',
    row: '1 LS01 0.00 2026-07-14 - 2 amount-not-positive',
  },
  {
    why: 'the sum is out of bounds',
    line: '14-07-2026;12-00-09;9055;1;2;LS01;x;1000000000,00;0,00;0,00',
    row: '1 LS01 1000000000.00 2026-07-14 - 2 amount-out-of-bounds amount-unusual',
  },
  {
    why: 'the sum is no figure of this world',
    line: `14-07-2026;12-00-09;9055;1;2;LS01;x;${'9'.repeat(18)},00;0,00;0,00`,
    row: '1 LS01 - 2026-07-14 - 2 amount-unreadable',
  },
  {
    why: 'the sum is large',
    line: '14-07-2026;12-00-09;9055;1;2;LS01;x;1000000,01;0,00;0,00',
    row: '1 LS01 1000000.01 2026-07-14 - 2 amount-unusual',
  },
  {
    why: 'it is of tomorrow',
    line: '01-08-2026;12-00-09;9055;1;2;LS01;x;100,00;99,00;1,00',
    row: '1 LS01 100.00 2026-08-01 - 2 day-in-future',
  },
  {
    why: 'it is of the last century',
    line: '31-12-1999;12-00-09;9055;1;2;LS01;x;100,00;99,00;1,00',
    row: '1 LS01 100.00 1999-12-31 - 2 day-too-early',
  },
];
for (const { why, line, row } of lines) {
  test(`a line is judged on its own: ${why}`, async () => {
    const { rows, declared } = await readAll('sberbank', `${line}\n`);
    assert.deepEqual(rows.map(told), [row]);
    assert.deepEqual(declared, { rows: null, kopecks: null });
  });
}

const spoiled: { why: string; content: string; refusal: RegExp }[] = [
  {
    why: 'a line is lost',
    content: `${PLAIN}\n${TOTALS}`,
    refusal: /^totals-differ: .*2 payments and 22643\.63 roubles.*1 payments and 21643\.63/,
  },
  {
    why: 'a sum was changed',
    content: `${PLAIN}\n${KEYED.replace('1000,00', '1000,01')}\n${TOTALS}`,
    refusal: /^totals-differ: .*22643\.63.*22643\.64/,
  },
  {
    why: 'there are two files in one',
    content: `${FILE}${FILE}`,
    refusal: /^malformed-file: Line 4 stands behind/,
  },
  {
    why: 'the totals are no figures',
    content: `${PLAIN}\n=one;21643,63`,
    refusal: /^malformed-file: The totals of line 2/,
  },
  { why: 'there is nothing in it', content: '\n\n', refusal: /^malformed-file/ },
  { why: 'it is empty', content: '', refusal: /^malformed-file/ },
];
for (const { why, content, refusal } of spoiled) {
  test(`a registry is refused as a whole: ${why}`, async () =>
    assert.match(await refusalOf('sberbank', content), refusal));
}

test('an unreadable sum is reported by its line and not by the totals', async () => {
  const { rows } = await readAll('sberbank', FILE.replace('1000,00;995', '1O00,00;995'));
  assert.deepEqual(
    rows.map(told).at(1),
    '2 LS02 - 2026-07-15 2026-07 350611123570 amount-unreadable',
  );
});

test('a day without payments is a valid registry', async () =>
  assert.deepEqual(await readAll('sberbank', '=0;0,00;0,00;0,00'), {
    rows: [],
    declared: { rows: 0, kopecks: 0n },
  }));

test('texts beyond their limits are cut, and control characters become spaces', async () => {
  const line = `14-07-2026;1;2;3;${'7'.repeat(200)};LS01\t\u0007X;${'ж'.repeat(3000)};100,00;1;1`;
  const { rows } = await readAll('sberbank', line);
  const [row] = rows;
  assert.deepEqual(
    [row?.operation?.length, row?.purpose?.length, row?.source.length, row?.accounts],
    [100, 1000, 2000, ['LS01 X']],
  );
});
