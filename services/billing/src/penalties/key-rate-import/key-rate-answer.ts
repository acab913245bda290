// Parses the Bank of Russia's answer to KeyRateXML. Anything unexpected rejects the whole answer: a wrong rate is worse than
// none.
import { compareDays, formatDay, parseDay } from '@kvartplata/domain/calendar/day.ts';
import { formatScaled, parseScaled } from '@kvartplata/domain/money/scaled.ts';
import { XmlFault } from '@kvartplata/platform/xml/xml-reader.ts';
import { readXmlTree, type XmlElement } from '@kvartplata/platform/xml/xml-tree.ts';

/** The bank's key rate for a day, percent × 10^4. */
export type KeyRateOnDay = { readonly on: Temporal.PlainDate; readonly rateE4: bigint };

/** No key rates are available: the bank cannot be reached, or its answer is not what was requested. */
export class KeyRateAnswerError extends Error {
  override readonly name = 'KeyRateAnswerError';
  readonly reason: 'away' | 'fault' | 'spoiled';

  constructor(reason: KeyRateAnswerError['reason'], message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.reason = reason;
  }
}

const RESULT_PATH = ['envelope', 'body', 'keyratexmlresponse', 'keyratexmlresult'];
const RECORDS = ['kr', 'keyrateondate', 'table'];
const DAYS = ['dt'];
const RATES = ['rate', 'keyrate'];
const FIRST_DAY = parseDay('1992-01-01');
/** A rate is announced some days before it begins; a date further ahead is wrong. */
const DAYS_AHEAD = 7;
const PLACES = 4;
const HUNDRED_E4 = 100_0000n;
const SHOWN_CHARACTERS = 100;

/**
 * Names match in any case and with any prefix; the result may be elements or their escaped text; a decimal comma is accepted.
 * @returns in order of days, without duplicates, at least one
 * @throws KeyRateAnswerError
 */
export function readKeyRates(answer: Uint8Array, today: Temporal.PlainDate): KeyRateOnDay[] {
  const result = findResult(parse(decode(answer)));
  const elements = result.children.length > 0 ? result.children : [parse(result.text.trim())];
  const records = findRecords(elements);
  if (records.length === 0) throw spoiled('it holds no record of a key rate');
  return inOrder(records.map((record) => readRecord(record, today)));
}

/**
 * Error messages may contain characters that XML does not allow; each is replaced by a space, so that the message can still be
 * reported.
 */
function decode(answer: Uint8Array): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(answer);
    return text.replaceAll(/(?![\t\n\r])\p{Cc}/gu, ' ');
  } catch (error) {
    throw spoiled('it is not UTF-8', error);
  }
}

function parse(text: string): XmlElement {
  try {
    return readXmlTree(text);
  } catch (error) {
    if (error instanceof XmlFault)
      throw spoiled(`its XML is refused: ${shown(error.message)}`, error);
    throw error;
  }
}

/** Ignoring case. */
function isNamed({ name }: XmlElement, names: readonly string[]): boolean {
  return names.includes(name.toLowerCase());
}

function findResult(root: XmlElement): XmlElement {
  let elements: readonly XmlElement[] = [root];
  for (const name of RESULT_PATH) {
    const fault = elements.find((element) => isNamed(element, ['fault']));
    if (fault !== undefined) throw faultOf(fault);
    const [only, ...others] = elements.filter((element) => isNamed(element, [name]));
    if (only === undefined || others.length > 0) throw spoiled(`it has no single ${name}`);
    if (name === RESULT_PATH.at(-1)) return only;
    elements = only.children;
  }
  throw spoiled('it has no result');
}

function faultOf({ children }: XmlElement): KeyRateAnswerError {
  const told = children.find((child) => isNamed(child, ['faultstring', 'reason']));
  return new KeyRateAnswerError(
    'fault',
    `the Bank of Russia answers with a fault: ${shown(told?.text.trim() ?? 'without a reason')}`,
  );
}

function findRecords(elements: readonly XmlElement[]): XmlElement[] {
  return elements.flatMap((element) =>
    isNamed(element, RECORDS) ? [element] : findRecords(element.children),
  );
}

function readRecord(record: XmlElement, today: Temporal.PlainDate): KeyRateOnDay {
  const on = readDay(fieldOf(record, DAYS), today);
  return { on, rateE4: readRate(fieldOf(record, RATES)) };
}

function fieldOf({ children }: XmlElement, names: readonly string[]): string {
  const fields = children.filter((child) => isNamed(child, names));
  const [field] = fields;
  if (field === undefined || fields.length > 1 || field.children.length > 0)
    throw spoiled(`a record has no single ${names.join(' or ')}`);
  return field.text.trim();
}

/** The date part as written: conversion to UTC would give the day before. */
function readDay(text: string, today: Temporal.PlainDate): Temporal.PlainDate {
  const day = parsedDay(text);
  if (compareDays(day, FIRST_DAY) < 0 || compareDays(today.add({ days: DAYS_AHEAD }), day) < 0)
    throw spoiled(`a record is of ${formatDay(day)}`);
  return day;
}

function parsedDay(text: string): Temporal.PlainDate {
  if (!/^.{10}(?:[T ].*)?$/.test(text)) throw spoiled(`"${shown(text)}" is no day`);
  try {
    return parseDay(text.slice(0, 10));
  } catch (error) {
    throw spoiled(`"${shown(text)}" is no day`, error);
  }
}

function readRate(text: string): bigint {
  const decimal = text.replace(',', '.').replace(/(\.\d{4})0+$/, '$1');
  try {
    const rateE4 = parseScaled(decimal, PLACES);
    if (rateE4 > 0n && rateE4 <= HUNDRED_E4) return rateE4;
  } catch (error) {
    throw spoiled(`"${shown(text)}" is no rate`, error);
  }
  throw spoiled(`a rate of ${shown(text)} is none from above 0 to 100`);
}

function inOrder(rates: readonly KeyRateOnDay[]): KeyRateOnDay[] {
  const sorted = rates.toSorted((a, b) => compareDays(a.on, b.on));
  return sorted.filter((rate, index) => {
    const before = sorted[index - 1];
    if (before === undefined || !before.on.equals(rate.on)) return true;
    if (before.rateE4 === rate.rateE4) return false;
    const both = [before, rate].map(({ rateE4 }) => formatScaled(rateE4, PLACES)).join(' and ');
    throw spoiled(`${formatDay(rate.on)} has two rates, ${both}`);
  });
}

function spoiled(what: string, cause?: unknown): KeyRateAnswerError {
  return new KeyRateAnswerError(
    'spoiled',
    `the Bank of Russia's answer is unusable: ${what}`,
    cause,
  );
}

/** A piece of an untrusted answer, shortened and on one line. */
function shown(text: string): string {
  return text.slice(0, SHOWN_CHARACTERS).replaceAll(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, ' ');
}
