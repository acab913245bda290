// Receipts with made-up data, drawn to bytes.
import { parseBillingMonth } from '@kvartplata/domain/calendar/billing-month.ts';
import { parseDay } from '@kvartplata/domain/calendar/day.ts';
import type { MeterBasis } from '@kvartplata/domain/charging/charge-line.ts';
import { drawReceipt } from '../paper/receipts/draw-receipt.ts';
import { openPen } from '../paper/pen.ts';
import { toReceipt, type Receipt, type ReceiptHead } from '../paper/receipts/receipt.ts';
import type { ReceiptBooksRow, ReceiptChargeRow } from '../paper/receipts/receipts.repository.ts';
import { CONTRACTOR } from './contractor.ts';

export type Told = {
  readonly head?: Partial<ReceiptHead>;
  readonly account?: Partial<Receipt['account']>;
  readonly serviceNames?: readonly string[];
  /** Subtracted from the first line. */
  readonly benefit?: string;
  readonly plans?: Receipt['plans'];
  readonly books?: Partial<ReceiptBooksRow>;
};

const NAMES = [
  'Холодное водоснабжение',
  'Горячее водоснабжение',
  'Водоотведение',
  'Отопление',
  'Электроснабжение',
  'Содержание жилого помещения',
  'Обращение с твёрдыми коммунальными отходами',
  'Холодная вода на содержание общего имущества',
];

const ACCOUNT: Receipt['account'] = {
  personalAccountId: 1,
  accountNumber: 'LS01',
  payer: 'Соколова Анна Викторовна',
  email: null,
  payerInn: null,
  payerAddress: null,
  gisAccountNumber: '60АВ395021',
  gisServiceId: '60АВ395021-01',
  gisAccountGuid: '0f8fad5b-d9cb-469f-a165-70867728950e',
  roomNumber: '1',
  roomKind: 'residential',
  area: '54.30',
  share: '1.00000000',
  registeredPersons: 2,
  meters: [1, 2, 3].map((nth) => ({
    meterId: nth,
    serviceName: NAMES[nth] ?? '',
    unit: 'м³',
    serialNumber: `СХВ-15 № 250010${nth}`,
    verifiedUntil: '2031-11-01',
    current: { value: '1063.640', takenOn: '2026-07-25' },
    previous: { value: '1055.950', takenOn: '2026-06-25' },
  })),
};

/** A receipt for July 2026 with a line for each name; the last one is for common-house needs. */
export function makeReceipt({
  head = {},
  account = {},
  serviceNames = NAMES,
  benefit,
  plans = [],
  books = {},
}: Told = {}): Receipt {
  const { bankDetails, name, inn } = CONTRACTOR;
  return toReceipt(
    {
      payee: { name, inn, ...bankDetails },
      contractor: { ...CONTRACTOR },
      house: {
        address: 'г. Зареченск, ул. Садовая, д. 12',
        roomsArea: '5000.00',
        commonArea: '860.40',
      },
      norms: [],
      period: parseBillingMonth('2026-07'),
      dueOn: parseDay('2026-08-17'),
      isDraft: false,
      sealLog: { size: 14, root: 'k3Vx0gJc9nYpQhT2sR7mLwZbUfAe8dKiNvXoGyB1C4M=' },
      ...head,
    },
    { ...ACCOUNT, ...account },
    [
      ...serviceNames.map((each, index, { length }) => lineOf(each, index, index === length - 1)),
      ...(benefit === undefined
        ? []
        : [{ ...lineOf(serviceNames[0] ?? '', 0, false), ...BENEFIT, amount: benefit }]),
    ],
    {
      books: {
        personalAccountId: 1,
        openingPrincipal: '6351.98',
        openingPenalty: '12.30',
        paid: '6351.98',
        subsidies: '0.00',
        lastPaidOn: '2026-07-09',
        reversed: '0.00',
        penalty: '1.20',
        ...books,
      },
      adjustments: [],
      plans,
      link: {
        url: 'https://receipts.example.org/r/3.15.iy8.g5k.c2lnbmVkLWJ5LW5vYm9keQ',
        goodUntil: parseDay('2027-02-01'),
      },
    },
  );
}

const BENEFIT = {
  line: 13,
  rateType: 'benefit',
  consumption: '0.000000',
  basis: { rule: 'benefit', daysInMonth: 31, parts: [], benefits: { charge: '0', benefits: [] } },
} as const satisfies Partial<ReceiptChargeRow>;

function lineOf(serviceName: string, index: number, isShared: boolean): ReceiptChargeRow {
  return {
    personalAccountId: 1,
    houseServiceId: index + 1,
    line: 0,
    concerns: '2026-07-01',
    serviceName,
    unit: 'м³',
    consumption: '7.690000',
    tariff: '49.1900',
    amount: '378.27',
    isOfUpkeep: false,
    basis: {
      rule: 'individual-meter',
      daysInMonth: 31,
      meters: [houseMeterOf(serviceName)],
      parts: [],
    },
    ...(isShared
      ? {
          rateType: 'odn',
          house: {
            volume: '412.7',
            individualVolumes: '389.215',
            shared: '23.485',
            roomsArea: '5000.00',
          },
          houseMeters: [houseMeterOf(serviceName)],
        }
      : { rateType: 'norm', house: null, houseMeters: null }),
  };
}

function houseMeterOf(serialNumber: string): MeterBasis {
  return {
    serialNumber,
    digits: 6,
    previous: '12500.000',
    previousOn: '2026-06-25',
    current: '12912.700',
    currentOn: '2026-07-25',
    rollover: false,
  };
}

export async function drawToBytes(receipts: readonly Receipt[]): Promise<Buffer> {
  const pen = openPen('Счёт', new Date('2026-08-01T09:00:00Z'));
  for (const receipt of receipts) drawReceipt(pen, receipt);
  pen.doc.end();
  const chunks: Uint8Array[] = [];
  for await (const chunk of pen.doc) chunks.push(chunk as Uint8Array);
  return Buffer.concat(chunks);
}
