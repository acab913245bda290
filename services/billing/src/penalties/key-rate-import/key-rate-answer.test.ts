// The bank's answers, valid and malformed: nothing is taken from a malformed one.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { formatDay, parseDay } from '@kvartplata/domain/calendar/day.ts';
import { formatScaled } from '@kvartplata/domain/money/scaled.ts';
import fc from 'fast-check';
import { fault, keyRates, soap } from '../../testing/central-bank.ts';
import { KeyRateAnswerError, readKeyRates } from './key-rate-answer.ts';

const TODAY = parseDay('2026-07-28');
const GOOD = soap(
  keyRates([
    ['2026-07-28', '14.00'],
    ['2026-07-27', '14.00'],
    ['2026-07-24', '14.25'],
  ]),
);
const READ = ['2026-07-24 14.2500', '2026-07-27 14.0000', '2026-07-28 14.0000'];

function read(answer: string | Uint8Array): string[] {
  const bytes = typeof answer === 'string' ? Buffer.from(answer) : answer;
  return readKeyRates(bytes, TODAY).map(
    ({ on, rateE4 }) => `${formatDay(on)} ${formatScaled(rateE4, 4)}`,
  );
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function records(record: string, day: string, rate: string): string {
  return `<${record}><${day}>2026-07-28T00:00:00+03:00</${day}><${rate}>14.00</${rate}></${record}>`;
}

const INNER = keyRates([
  ['2026-07-28', '14.00'],
  ['2026-07-27', '14.00'],
  ['2026-07-24', '14.25'],
]);

const good: readonly { readonly answer: string; readonly why: string }[] = [
  { answer: GOOD, why: 'as the real service has it' },
  { answer: soap(escaped(INNER)), why: 'the result as escaped text' },
  { answer: soap(`<![CDATA[${INNER}]]>`), why: 'the result as a CDATA section' },
  { answer: soap(escaped(`<?xml version="1.0"?>${INNER}`)), why: 'escaped with a declaration' },
  { answer: soap(`\n  ${INNER}\n`), why: 'with blanks around' },
  { answer: `\uFEFF${GOOD}`, why: 'with a byte order mark' },
  { answer: GOOD.replaceAll('soap:', 'SOAP-ENV:'), why: 'another prefix' },
  { answer: GOOD.replaceAll(/<(\/?)(KR|DT|Rate)>/g, '<$1b:$2>'), why: 'prefixes on the records' },
  {
    answer: GOOD.toUpperCase()
      .replace('VERSION', 'version')
      .replace('ENCODING', 'encoding')
      .replace('<?XML', '<?xml'),
    why: 'all in capitals',
  },
  { answer: GOOD.replaceAll('.00<', ',00<').replaceAll('.25<', ',25<'), why: 'decimal commas' },
  { answer: GOOD.replaceAll('.00<', '.000000<'), why: 'zeros past the fourth place' },
  { answer: GOOD.replaceAll('.00<', '<'), why: 'whole numbers' },
  {
    answer: GOOD.replaceAll('+03:00', 'Z'),
    why: 'another zone: the day is the one that is written',
  },
  { answer: GOOD.replaceAll('T00:00:00+03:00', ''), why: 'days without a time' },
  { answer: GOOD.replaceAll('T00:00:00+03:00', ' 00:00:00'), why: 'a blank before the time' },
  { answer: soap(INNER + INNER), why: 'every record twice' },
  { answer: soap(`<!-- as of today -->${INNER}`), why: 'with a comment' },
  {
    answer: soap(
      `<xs:schema id="NewDataSet"><xs:element name="KR"/></xs:schema><diffgr:diffgram>${INNER}</diffgr:diffgram>`,
    ),
    why: 'as a data set with its schema',
  },
];

describe('an answer of the bank is read', () => {
  for (const { answer, why } of good) {
    test(`when it comes ${why}`, () => {
      assert.deepEqual(read(answer), READ);
    });
  }

  for (const record of ['KR', 'KeyRateOnDate', 'Table', 'kr', 'TABLE'])
    for (const day of ['DT', 'Dt', 'dt'])
      for (const rate of ['Rate', 'KeyRate', 'keyrate']) {
        test(`with the names ${record}, ${day} and ${rate}`, () => {
          const [only, ...more] = read(soap(`<Rates>${records(record, day, rate)}</Rates>`));
          assert.deepEqual([only, more], ['2026-07-28 14.0000', []]);
          assert.equal(read(soap(records(record, day, rate)))[0], only);
        });
      }

  test('when it has one record, even of a future day', () => {
    assert.deepEqual(read(soap(keyRates([['2026-07-28', '14.5']]))), ['2026-07-28 14.5000']);
    assert.deepEqual(read(soap(keyRates([['2026-08-04', '13']]))), ['2026-08-04 13.0000']);
    assert.deepEqual(read(soap(keyRates([['2013-09-13', '100']]))), ['2013-09-13 100.0000']);
  });
});

function one(day: string, rate: string): string {
  return soap(
    keyRates([
      ['2026-07-28', '14.00'],
      [day, rate],
    ]),
  );
}

const BILLION_LAUGHS = `<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY lol "lol"><!ENTITY lol2 "&lol;&lol;&lol;&lol;&lol;">]><soap:Envelope><soap:Body>&lol2;</soap:Body></soap:Envelope>`;
const XXE = GOOD.replace('?>', '?><!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]>');

const spoiled: readonly { readonly answer: string | Uint8Array; readonly why: string }[] = [
  { answer: '', why: 'nothing' },
  { answer: '   \n', why: 'blanks' },
  { answer: 'Service Unavailable', why: 'a word' },
  { answer: '{"rate": 14}', why: 'JSON' },
  { answer: '<html><body><h1>503</h1><p>Сервис недоступен</p></body></html>', why: 'a page' },
  { answer: '<!DOCTYPE html><html><body><br></body></html>', why: 'a real page' },
  { answer: fault('Server was unable to process request'), why: 'a fault' },
  { answer: GOOD.slice(0, -20), why: 'cut in its last tags' },
  { answer: GOOD.slice(0, GOOD.indexOf('</KeyRate>')), why: 'cut after a record' },
  { answer: GOOD.slice(0, GOOD.lastIndexOf('14.25') + 2), why: 'cut within a rate' },
  { answer: XXE, why: 'an entity from a file' },
  { answer: BILLION_LAUGHS, why: 'a billion laughs' },
  { answer: soap(escaped(`<!DOCTYPE r [<!ENTITY x "9">]>${INNER}`)), why: 'an escaped entity' },
  { answer: GOOD.replace('<KR>', '<!ENTITY x "y"><KR>'), why: 'an entity amid the records' },
  { answer: GOOD.replace('>14.25<', '>&x;<'), why: 'an entity that nobody declared' },
  { answer: GOOD + GOOD, why: 'two documents' },
  { answer: soap(''), why: 'an empty result' },
  { answer: soap(keyRates([])), why: 'a result without records' },
  { answer: soap('нет данных'), why: 'words for a result' },
  { answer: soap(escaped('<KeyRate><KR>')), why: 'escaped text that is cut' },
  { answer: soap(escaped(escaped(INNER))), why: 'text that is escaped twice' },
  { answer: GOOD.replaceAll('KeyRateXMLRes', 'RuoniaXMLRes'), why: 'another operation' },
  { answer: INNER, why: 'records without an envelope' },
  { answer: GOOD.replaceAll('soap:Body', 'soap:Head'), why: 'no body' },
  {
    answer: GOOD.replaceAll('Rate>14.25<', 'Rat>14.25<').replaceAll('14.25</Rate>', '14.25</Rat>'),
    why: 'a record without a rate',
  },
  { answer: GOOD.replace('<Rate>', '<Rate>14.00</Rate><Rate>'), why: 'a record with two rates' },
  { answer: GOOD.replace('<DT>', '<DT>2026-07-28</DT><DT>'), why: 'a record with two days' },
  { answer: GOOD.replace('>14.25<', '><b>14.25</b><'), why: 'an element for a rate' },
  { answer: one('2026-07-28', '14.25'), why: 'a day with two rates' },
  { answer: one('2026-02-30', '14'), why: 'a day that does not exist' },
  { answer: one('28.07.2026', '14'), why: 'a day written otherwise' },
  { answer: one('2026-7-27', '14'), why: 'a month of one figure' },
  { answer: one('0001-01-01', '14'), why: 'the first day of all' },
  { answer: one('1991-12-31', '14'), why: 'a day before all rates' },
  { answer: one('2026-08-05', '14'), why: 'a day too far ahead' },
  { answer: one('9999-12-31', '14'), why: 'the last day of all' },
  { answer: one('', '14'), why: 'no day' },
  { answer: one('2026-07-27', ''), why: 'no rate' },
  { answer: one('2026-07-27', '0'), why: 'a rate of 0' },
  { answer: one('2026-07-27', '0.00'), why: 'a rate of 0.00' },
  { answer: one('2026-07-27', '-14'), why: 'a rate below 0' },
  { answer: one('2026-07-27', '100.0001'), why: 'a rate above 100' },
  { answer: one('2026-07-27', '1400'), why: 'a rate in other units' },
  { answer: one('2026-07-27', '14.00001'), why: 'a fifth place' },
  { answer: one('2026-07-27', '1.4e1'), why: 'an exponent' },
  { answer: one('2026-07-27', 'NaN'), why: 'no number' },
  { answer: one('2026-07-27', '14.00 %'), why: 'a sign behind the rate' },
  { answer: one('2026-07-27', '14.0.0'), why: 'two points' },
  { answer: one('2026-07-27', '0x0E'), why: 'a hexadecimal' },
  { answer: Buffer.from(GOOD).subarray(0, 3), why: 'three bytes' },
  { answer: Buffer.concat([Buffer.from([0xd1]), Buffer.from(GOOD)]), why: 'not in UTF-8' },
  { answer: Buffer.from(GOOD, 'utf16le'), why: 'in UTF-16' },
  { answer: `<a>${'<b>'.repeat(100_000)}`, why: 'a hundred thousand open tags' },
  {
    answer: soap('<n>'.repeat(500) + INNER + '</n>'.repeat(500)),
    why: 'records that lie too deep',
  },
  { answer: soap(`<__proto__>${INNER}</__proto__><constructor/>`.slice(0, -5)), why: 'odd names' },
];

describe('an answer is rejected', () => {
  for (const { answer, why } of spoiled) {
    test(`as spoiled: ${why}`, () => {
      assert.throws(
        () => read(answer),
        (error) => {
          assert.ok(error instanceof KeyRateAnswerError, String(error));
          assert.ok(error.message.length < 400, error.message);
          return true;
        },
      );
    });
  }
});

test('a fault is distinguished from an unreadable answer, with its text', () => {
  const asked = (answer: string): KeyRateAnswerError => {
    try {
      read(answer);
    } catch (error) {
      if (error instanceof KeyRateAnswerError) return error;
    }
    throw new Error('it was read');
  };
  const { reason, message } = asked(fault('Неверная дата\u0007\n'));
  assert.deepEqual([reason, message.includes('Неверная дата')], ['fault', true]);
  assert.equal(asked('<html></html>').reason, 'spoiled');
});

test('a good answer with one character changed is rejected, or differs in one figure at most', () => {
  const property = fc.property(
    fc.nat(GOOD.length - 1),
    fc.constantFrom('<', '>', '&', '/', '0', '9', ' ', '.', '-', 'x', '"', ''),
    (index, character) => {
      const changed = GOOD.slice(0, index) + character + GOOD.slice(index + 1);
      let rates: string[];
      try {
        rates = read(changed);
      } catch (error) {
        assert.ok(error instanceof KeyRateAnswerError, String(error));
        return;
      }
      const odd = rates.filter((rate) => !READ.includes(rate));
      assert.ok(odd.length <= 1, `${changed}: ${rates.join(', ')}`);
    },
  );
  fc.assert(property, { numRuns: 2000 });
});
