import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codeOf, uncommented } from './code-text.ts';

const CASES = [
  { text: 'a; // any', code: 'a;       ', why: 'a comment to the end of its line' },
  { text: 'a /* any\nany */ b', code: 'a       \n       b', why: 'a comment over two lines' },
  { text: "x('any', b)", code: "x('   ', b)", why: 'a quoted text' },
  { text: String.raw`x('\'any', b)`, code: "x('     ', b)", why: 'an escaped quote in it' },
  {
    text: 'sql`any ${b} any`',
    code: 'sql`    ${b}    `',
    why: 'a template, but not its expression',
  },
  { text: 'x(`${y(`any ${z}`)}`)', code: 'x(`${y(`    ${z}`)}`)', why: 'a template in a template' },
  { text: 'x(`${{ a: 1 }.a}any`)', code: 'x(`${{ a: 1 }.a}   `)', why: 'braces in an expression' },
  { text: 'x(/any["\'/]/g)', code: 'x(/        /g)', why: 'a regular expression with quotes' },
  { text: 'a / b; // c / d', code: 'a / b;         ', why: 'but not a division' },
  { text: "x('😀', any)", code: "x('  ', any)", why: 'a character of two units' },
];

for (const { text, code, why } of CASES) {
  test(`${JSON.stringify(text)} is blanked: ${why}`, () => {
    assert.equal(codeOf(text), code);
  });
}

test('the lines and their lengths are preserved', () => {
  const text = "// one\nconst two = 'two'; /* three\nfour */ const five = `six\n${seven}`;\n";
  const lengths = (of: string): readonly number[] => of.split('\n').map((line) => line.length);
  assert.deepEqual(lengths(codeOf(text)), lengths(text));
});

test('only comments are blanked where words count', () => {
  const text = "f('// a', `/* b ${c /* d */}`, /\\/\\/e/); // g";
  assert.equal(uncommented(text), "f('// a', `/* b ${c        }`, /\\/\\/e/);     ");
});
