import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseSteps, showSteps, stepsOf } from './value-steps.ts';

const cases: readonly (readonly [typed: string, steps: ReturnType<typeof parseSteps>])[] = [
  ['', []],
  ['3900: 7', [['3900', '7']]],
  [
    ' 3 900: 7,5;6000 : 9.12; ',
    [
      ['3900', '7.5'],
      ['6000', '9.12'],
    ],
  ],
  ['3900', undefined],
  ['3900: 7: 8', undefined],
  ['много: 7', undefined],
];
for (const [typed, steps] of cases)
  test(`steps typed as «${typed}» are parsed`, () => {
    assert.deepEqual(parseSteps(typed), steps);
  });

test('steps are shown as they are typed, and stored by the kind of value', () => {
  const ranges = [{ above: '3900.000', value: '7.0000' }];
  assert.equal(showSteps({ ranges }), '3 900: 7'.replace(' ', '\u00a0'));
  assert.equal(
    showSteps({
      byPersons: [
        { persons: 1, value: '129.000000' },
        { persons: 2, value: '80.500000' },
      ],
    }),
    '1: 129; 2: 80,5',
  );
  assert.deepEqual(stepsOf('tariff', [['3900', '7']]), { ranges: [{ above: '3900', value: '7' }] });
  assert.deepEqual(stepsOf('norm', [['2', '80']]), { byPersons: [{ persons: 2, value: '80' }] });
  assert.deepEqual(stepsOf('norm', []), {});
});
