// A bank statement in 1C's exchange format: lines `key=value` in sections; each incoming document is a payment.
// Source: «Стандарт обмена с системами "Клиент банка"», format 1CClientBankExchange, versions 1.01–1.03.
import { createHash } from 'node:crypto';
import type { Kopecks } from '@kvartplata/domain/money/kopecks.ts';
import { decimalOf } from '@kvartplata/platform/table-files/typed-values.ts';
import { malformedFile, type TableRow } from '@kvartplata/platform/table-files/table-file.ts';
import { accountsIn } from '../account-in-text.ts';
import type { WrittenRow } from '../registry-row.ts';
import type { Profile } from './profile.ts';

const FIRST_LINE = '1CClientBankExchange';
/** The most values held in memory at a time: lines of a document, and accounts of the statement. */
const MOST_VALUES = 200;
const MOST_OWN_ACCOUNTS = 1000;

type Document = { readonly line: number; readonly values: Map<string, string> };

export const oneCClientBank: Profile = {
  layout: 'lines',
  open: () => {
    const ownAccounts = new Set<string>();
    let document: Document | undefined;
    let received: Kopecks | null = null;
    const repeats = openRepeats();
    let [isBegun, isEnded] = [false, false];

    function open(line: number): void {
      if (document !== undefined)
        throw malformedFile(`The document of line ${document.line} has no end before line ${line}`);
      document = { line, values: new Map() };
    }

    function close(line: number): WrittenRow | undefined {
      if (document === undefined)
        throw malformedFile(`Line ${line} ends a document that has not begun`);
      const ended = document;
      document = undefined;
      if (!isReceipt(ended.values, ownAccounts)) return undefined;
      const payment = paymentOf(ended);
      repeats.add(payment);
      return payment;
    }

    function note(line: number, key: string, value: string): void {
      if (document !== undefined) {
        if (!document.values.has(key)) document.values.set(key, value);
        if (document.values.size > MOST_VALUES)
          throw malformedFile(`The document of line ${document.line} has too many lines`);
      } else if (key === 'РасчСчет') {
        ownAccounts.add(value);
        if (ownAccounts.size > MOST_OWN_ACCOUNTS)
          throw malformedFile('The statement is of too many accounts');
      } else if (key === 'ВсегоПоступило' && value !== '') {
        const kopecks = decimalOf(value, 2);
        if (kopecks === undefined) throw malformedFile(`The total of line ${line} cannot be read`);
        received = (received ?? 0n) + kopecks;
      }
    }

    return {
      take: ({ line, cells: [text = ''] }: TableRow) => {
        if (!isBegun && text !== FIRST_LINE)
          throw malformedFile(`The first line of a statement for 1C is ${FIRST_LINE}`);
        isBegun = true;
        if (isEnded) throw malformedFile(`Line ${line} stands behind the end of the file`);
        const equals = text.indexOf('=');
        const key = (equals < 0 ? text : text.slice(0, equals)).trim();
        if (key === 'КонецДокумента') return close(line);
        if (key === 'СекцияДокумент') open(line);
        else if (key === 'КонецФайла') isEnded = true;
        else if (equals > 0) note(line, key, text.slice(equals + 1).trim());
        return undefined;
      },
      end: () => {
        if (!isEnded || document !== undefined)
          throw malformedFile('The statement is cut off: it has no КонецФайла');
        return { rows: null, kopecks: received, repeatedKopecks: repeats.kopecks() };
      },
    };
  },
};

/** Whether the money came to one of the statement's accounts. */
function isReceipt(values: Document['values'], ownAccounts: ReadonlySet<string>): boolean {
  const has = (...keys: readonly string[]): boolean =>
    keys.some((key) => ownAccounts.has(values.get(key) ?? ''));
  const isTold = (key: string): boolean => (values.get(key) ?? '') !== '';
  const isOwn = has('ПлательщикСчет', 'ПлательщикРасчСчет');
  if (has('ПолучательСчет', 'ПолучательРасчСчет'))
    // A transfer between two accounts of the statement stands there twice: as it left one and as it came to the other.
    return !isOwn || isTold('ДатаПоступило') || !isTold('ДатаСписано');
  return !isOwn && isTold('ДатаПоступило');
}

/** Adds up documents that stand in the file again, word for word: the bank counts them once. */
function openRepeats() {
  const seen = new Set<string>();
  let kopecks: Kopecks = 0n;
  return {
    add: ({ operation, source, amount }: WrittenRow): void => {
      // Without a number of their own, two alike may be two payments.
      if (operation === '') return;
      const content = createHash('sha256').update(source).digest('base64url');
      if (seen.has(content)) kopecks += decimalOf(amount, 2) ?? 0n;
      seen.add(content);
    },
    kopecks: () => kopecks,
  };
}

function paymentOf({ line, values }: Document): WrittenRow {
  const get = (...keys: readonly string[]): string =>
    keys.map((key) => values.get(key) ?? '').find((value) => value !== '') ?? '';
  const purpose = get('НазначениеПлатежа') || partsOf(values);
  const number = get('Номер');
  return {
    line,
    source: [...values].map(([key, value]) => `${key}=${value}`).join('; '),
    accounts: accountsIn(purpose),
    amount: get('Сумма'),
    day: get('ДатаПоступило', 'Дата'),
    period: '',
    operation:
      number === ''
        ? ''
        : [number, get('Дата'), get('ПлательщикСчет', 'ПлательщикРасчСчет')].join(' '),
    payer: get('Плательщик1', 'Плательщик'),
    purpose,
    fault: null,
  };
}

/** A purpose split into parts, as the standard allows. */
function partsOf(values: Document['values']): string {
  return [1, 2, 3, 4, 5, 6].map((nth) => values.get(`НазначениеПлатежа${nth}`) ?? '').join(' ');
}
