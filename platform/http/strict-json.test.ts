import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseStrictJson, StrictJsonError } from './strict-json.ts';

const bytes = (text: string): Buffer => Buffer.from(text);

const refused = [
  { body: '{"a":1,"a":2}', why: 'a key twice' },
  { body: '{"a":1,"\\u0061":2}', why: 'a key twice, once escaped' },
  { body: '{"a":1 , "a" \n:2}', why: 'a key twice, with spaces around' },
  { body: '[{"x":{"b":[{"a":1,"c":{},"a":2}]}}]', why: 'a key twice, deep inside' },
  { body: '{"a":{"a":1},"a":2}', why: 'a key again after an object that has it too' },
  { body: '{"a:":1,"a:":2}', why: 'a key with a colon twice' },
  { body: '{"":1,"":2}', why: 'the empty key twice' },
  { body: '[9007199254740993]', why: 'JSON.parse makes …992 of it' },
  { body: '[-9007199254740993]', why: 'negative' },
  { body: '[1234567890123456]', why: '16 digits' },
  { body: '[0.1234567890123456]', why: '16 digits behind the point' },
  { body: '[1e3]', why: 'an exponent' },
  { body: '[1E-3]', why: 'an exponent' },
  { body: '1e400', why: 'JSON.parse makes Infinity of it' },
  { body: '["\\u0000"]', why: 'NUL' },
  { body: '{"a\\u0000":1}', why: 'NUL in a key' },
  { body: '["\\ud83d"]', why: 'half of a surrogate pair' },
  { body: '["\\ude00\\ud83d"]', why: 'the halves in the wrong order' },
  { body: '{"\\ud83d":1}', why: 'half of a pair in a key' },
  { body: '{"__proto__":{"admin":true}}', why: 'the prototype' },
  { body: '{"a":[{"\\u005f_proto__":1}]}', why: 'the prototype, escaped and deep' },
  { body: '['.repeat(33) + ']'.repeat(33), why: '33 levels' },
  { body: '{"a":'.repeat(33) + '1' + '}'.repeat(33), why: '33 levels of objects' },
  { body: '', why: 'nothing' },
  { body: '{"a":1', why: 'cut off' },
  { body: '{"a":1}{}', why: 'two values' },
  { body: '{a:1}', why: 'a key without quotes' },
  { body: '[NaN]', why: 'no JSON number' },
  { body: '[01]', why: 'a leading zero' },
  { body: '["\u0000"]', why: 'NUL as it is' },
  { body: '\u{feff}{}', why: 'a byte order mark' },
];
for (const { body, why } of refused) {
  test(`${JSON.stringify(body).slice(0, 40)} is refused: ${why}`, () => {
    assert.throws(() => parseStrictJson(bytes(body)), StrictJsonError);
  });
}

const badBytes = [
  { body: [0x5b, 0x22, 0xff, 0x22, 0x5d], why: 'a byte that UTF-8 never has' },
  { body: [0x5b, 0x22, 0xf0, 0x9f, 0x98, 0x22, 0x5d], why: 'a character cut off' },
  { body: [0x5b, 0x22, 0xed, 0xa0, 0xbd, 0x22, 0x5d], why: 'half of a surrogate pair, raw' },
  { body: [0x5b, 0x22, 0xc0, 0x80, 0x22, 0x5d], why: 'NUL in an overlong form' },
];
for (const { body, why } of badBytes) {
  test(`a body that is not UTF-8 is refused: ${why}`, () => {
    assert.throws(() => parseStrictJson(Uint8Array.from(body)), {
      name: 'StrictJsonError',
      message: 'the body is not UTF-8',
    });
  });
}

const accepted = [
  { body: '{"a":{"a":1},"b":{"a":[{"a":2}]}}', why: 'the same key in different objects' },
  { body: '{"a":"a","b":"a"}', why: 'equal values' },
  { body: '["a","a"]', why: 'equal elements' },
  { body: '[{"a":1},{"a":2}]', why: 'the same key in neighbours' },
  { body: '[0.1, -0.1, 123456789012345, -123456789012345]', why: '15 digits' },
  { body: '[0.000000000000000000012, 12345678901234.5]', why: 'zeros in front do not count' },
  { body: '{"{\\"a\\":1,":"}]\\\\","[":"\\""}', why: 'braces, quotes and backslashes in texts' },
  { body: '["\\\\", ":", "\\\\\\":", "a\\u0022:"]', why: 'texts that end like keys' },
  { body: '["😀", "\\ud83d\\ude00", "\\t\\n"]', why: 'whole pairs and escapes' },
  { body: '{"proto":1,"constructor":{"prototype":1},"toString":2}', why: 'harmless keys' },
  { body: '['.repeat(32) + ']'.repeat(32), why: '32 levels' },
  { body: ' \n\t"text" ', why: 'a text alone' },
  { body: 'null', why: 'null alone' },
];
for (const { body, why } of accepted) {
  test(`${JSON.stringify(body).slice(0, 40)} is read as JSON.parse reads it: ${why}`, () => {
    assert.deepEqual(parseStrictJson(bytes(body)), JSON.parse(body));
  });
}

const harmless = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 6 },
    fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\0')),
    fc.integer({ min: -999_999_999_999_999, max: 999_999_999_999_999 }),
    fc.integer({ min: -99_999_999, max: 99_999_999 }).map((scaled) => scaled / 10_000),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 5 }),
    fc.dictionary(
      fc.string({ unit: 'grapheme' }).filter((key) => !key.includes('\0') && key !== '__proto__'),
      tie('value'),
      { maxKeys: 5 },
    ),
  ),
})).value;

test('any JSON without a trap is parsed as by JSON.parse', () => {
  fc.assert(
    fc.property(harmless, fc.constantFrom(undefined, 2, '\t'), (value, indent) => {
      const text = JSON.stringify(value, null, indent);
      assert.deepEqual(parseStrictJson(bytes(text)), JSON.parse(text));
    }),
    { numRuns: 300 },
  );
});

test('a duplicate key is found anywhere', () => {
  const key = fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\0'));
  fc.assert(
    fc.property(key, harmless, harmless, fc.nat(20), (name, first, second, depth) => {
      const twice = `{${JSON.stringify(name)}:${JSON.stringify(first)},${JSON.stringify(name)}:${JSON.stringify(second)}}`;
      const body = '[{"a":'.repeat(depth / 2) + twice + '}]'.repeat(depth / 2);
      assert.throws(() => parseStrictJson(bytes(body)), StrictJsonError);
    }),
    { numRuns: 100 },
  );
});

const MIB = 1_048_576;
const adversarial: { of: (size: number) => string; why: string }[] = [
  { of: (size) => `"${'\\\\'.repeat(size / 2)}"`, why: 'backslashes' },
  { of: (size) => `"${'\\"'.repeat(size / 2)}"`, why: 'escaped quotes' },
  { of: (size) => `["a"${' '.repeat(size)},"b"]`, why: 'spaces where a colon might be' },
  { of: (size) => `[${'""  ,'.repeat(size / 5)}1]`, why: 'empty texts' },
  { of: (size) => `"${'a'.repeat(size)}"`, why: 'one long text' },
  { of: (size) => `[${'-0.5,'.repeat(size / 5)}1]`, why: 'numbers' },
  { of: (size) => `{${keys(size / 12).join()}}`, why: 'keys' },
];
function keys(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `"${index}":1`);
}

for (const { of, why } of adversarial) {
  test(`1 MiB of ${why} takes time in proportion to its length`, () => {
    const [short, long] = [bytes(of(MIB / 8)), bytes(of(MIB))];
    // Alternately, so that whatever slows the machine down slows both.
    const turns = Array.from({ length: 3 }, () => [processorTime(short), processorTime(long)]);
    const [small = 0, large = 0] = [0, 1].map((which) =>
      Math.min(...turns.map((turn) => turn[which] ?? 0)),
    );
    // Eight times the length: 8 when linear, 64 when quadratic. Times below a few milliseconds are too random.
    assert.ok(large < Math.max(small, 4_000) * 32, `${small} µs became ${large} µs`);
  });
}

/** Of this thread alone, in microseconds: other work on the machine does not count. */
function processorTime(body: Buffer): number {
  const before = process.threadCpuUsage();
  parseStrictJson(body);
  const { user, system } = process.threadCpuUsage(before);
  return user + system;
}
