// Reads what the Bank of Russia's service answers to KeyRateXML. Whatever is not exactly that is refused whole: a wrong
// rate is worse than none.
import { compareDays, formatDay, parseDay } from '@kvartplata/domain/calendar/day.ts';
import { formatScaled, parseScaled } from '@kvartplata/domain/money/scaled.ts';
import { XMLParser, XMLValidator } from 'fast-xml-parser';

/** The key rate that the bank names for a day, percent × 10^4. */
export type KeyRateOnDay = { readonly on: Temporal.PlainDate; readonly rateE4: bigint };

/** No key rates can be had: the bank is away, or what it answers is not what was asked for. */
export class KeyRateAnswerError extends Error {
  override readonly name = 'KeyRateAnswerError';
  readonly reason: 'away' | 'fault' | 'spoiled';

  constructor(reason: KeyRateAnswerError['reason'], message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.reason = reason;
  }
}

type Node = { readonly name: string; readonly children: readonly Node[]; readonly text: string };
/** As the parser has it with `preserveOrder`: one key names the element, its value are the children. */
type Parsed = Readonly<Record<string, unknown>>;

const TEXT = '#text';
const RESULT_PATH = ['envelope', 'body', 'keyratexmlresponse', 'keyratexmlresult'];
const RECORDS = ['kr', 'keyrateondate', 'table'];
const DAYS = ['dt'];
const RATES = ['rate', 'keyrate'];
const FIRST_DAY = parseDay('1992-01-01');
/** A rate is announced some days before it begins; what lies further ahead is a wrong date. */
const DAYS_AHEAD = 7;
const PLACES = 4;
const HUNDRED_E4 = 100_0000n;
const SHOWN_CHARACTERS = 100;

/**
 * Names count in any case and with any prefix; the result may be elements or their escaped text; a decimal comma is one.
 * @returns in order of days, each day once, at least one
 * @throws KeyRateAnswerError
 */
export function readKeyRates(answer: Uint8Array, today: Temporal.PlainDate): KeyRateOnDay[] {
  const result = findResult(parse(decode(answer)));
  const elements = result.children.length > 0 ? result.children : parse(result.text.trim());
  const records = findRecords(elements);
  if (records.length === 0) throw spoiled('it holds no record of a key rate');
  return inOrder(records.map((record) => readRecord(record, today)));
}

function decode(answer: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(answer);
  } catch (error) {
    throw spoiled('it is not UTF-8', error);
  }
}

function parse(text: string): Node[] {
  // Comments and CDATA sections apart, what begins so declares a document type or an entity.
  if (/<!(?!--|\[CDATA\[)/.test(text)) throw spoiled('it declares a document type or an entity');
  if (!text.startsWith('<')) throw spoiled('it is not XML');
  const validity = XMLValidator.validate(text);
  if (validity !== true) throw spoiled(`it is not well-formed XML: ${shown(validity.err.msg)}`);
  try {
    return nodesOf(createParser().parse(text));
  } catch (error) {
    throw spoiled('it cannot be read as XML', error);
  }
}

function createParser(): XMLParser {
  return new XMLParser({
    preserveOrder: true,
    ignoreAttributes: true,
    ignoreDeclaration: true,
    ignorePiTags: true,
    removeNSPrefix: true,
    transformTagName: (name) => name.toLowerCase(),
    parseTagValue: false,
    trimValues: true,
    htmlEntities: true,
    maxNestedTags: 32,
  });
}

function nodesOf(parsed: unknown): Node[] {
  return (parsed as readonly Parsed[]).flatMap((one) =>
    Object.entries(one)
      .filter(([name]) => name !== TEXT && name !== ':@')
      .map(([name, children]) => ({
        name,
        children: nodesOf(children),
        text: textOf(children as readonly Parsed[]),
      })),
  );
}

function textOf(children: readonly Parsed[]): string {
  return children.map((child) => (TEXT in child ? String(child[TEXT]) : '')).join('');
}

function findResult(roots: readonly Node[]): Node {
  let nodes = roots;
  for (const name of RESULT_PATH) {
    const fault = nodes.find((node) => node.name === 'fault');
    if (fault !== undefined) throw faultOf(fault);
    const found = nodes.filter((node) => node.name === name);
    const [only] = found;
    if (only === undefined || found.length > 1) throw spoiled(`it has no single ${name}`);
    if (name === RESULT_PATH.at(-1)) return only;
    nodes = only.children;
  }
  throw spoiled('it has no result');
}

function faultOf({ children }: Node): KeyRateAnswerError {
  const told = children.find(({ name }) => name === 'faultstring' || name === 'reason');
  return new KeyRateAnswerError(
    'fault',
    `the Bank of Russia answers with a fault: ${shown(told?.text ?? 'without a reason')}`,
  );
}

function findRecords(nodes: readonly Node[]): Node[] {
  return nodes.flatMap((node) =>
    RECORDS.includes(node.name) ? [node] : findRecords(node.children),
  );
}

function readRecord(record: Node, today: Temporal.PlainDate): KeyRateOnDay {
  const on = readDay(fieldOf(record, DAYS), today);
  return { on, rateE4: readRate(fieldOf(record, RATES)) };
}

function fieldOf({ children }: Node, names: readonly string[]): string {
  const fields = children.filter(({ name }) => names.includes(name));
  const [field] = fields;
  if (field === undefined || fields.length > 1 || field.children.length > 0)
    throw spoiled(`a record has no single ${names.join(' or ')}`);
  return field.text.trim();
}

/** The day as it is written: a conversion to UTC would take it for the one before. */
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

/** A piece of an answer that nobody vouches for, short and on one line. */
function shown(text: string): string {
  return text.slice(0, SHOWN_CHARACTERS).replaceAll(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, ' ');
}
