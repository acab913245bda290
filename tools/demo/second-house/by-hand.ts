// What an accountant adds to the second house by hand: a court fee, a discount, and a debt of contributions that passes to the
// buyer of a flat, each with its document; and the penalties of the debt that was moved in.
import { getAccountBalance } from '@kvartplata/contracts/billing/account-balances.ts';
import {
  createAdjustment,
  listAdjustments,
  type Adjustment,
} from '@kvartplata/contracts/billing/adjustments.ts';
import { listPenaltyAccruals } from '@kvartplata/contracts/billing/penalty-accruals.ts';
import type { BodyOf } from '@kvartplata/contracts/endpoint.ts';
import { parseBillingMonth } from '@kvartplata/domain/calendar/billing-month.ts';
import { formatKopecks, parseKopecks } from '@kvartplata/domain/money/kopecks.ts';
import { sumBy } from '@kvartplata/domain/money/sums.ts';
import { figure, month, roubles, say } from '../../speech/speech.ts';
import type { Api } from '../api.ts';
import type { Outcome } from '../colleagues.ts';
import { accrue } from '../penalties.ts';
import { renderTable } from '../table.ts';
import { ACCOUNTS, OWED } from './files.ts';
import { idOf, type SecondHouse } from './move-in.ts';

type Line = Pick<BodyOf<typeof createAdjustment>, 'kind' | 'amount' | 'reason' | 'basis'> & {
  readonly service?: string;
};

/** The seller's remaining debt of contributions passes to the buyer. */
const PASSES_ON = {
  service: 'major-repairs',
  reason: 'Переход долга по капитальному ремонту (ЖК, ст. 158 ч. 3)',
};

const LINES: readonly (readonly [account: string, Line])[] = [
  [
    ACCOUNTS.debtor,
    {
      kind: 'court-fee',
      amount: '400.00',
      reason: 'Госпошлина за судебный приказ',
      basis: 'Судебный приказ мирового судьи участка № 14, дело № 2-1187',
    },
  ],
  [
    ACCOUNTS.withoutMeter,
    {
      kind: 'discount',
      amount: '-150.00',
      reason: 'Скидка старшему по подъезду',
      basis: 'Протокол общего собрания собственников № 3',
    },
  ],
  [
    ACCOUNTS.seller,
    {
      kind: 'write-off',
      amount: '-802.80',
      ...PASSES_ON,
      basis: 'Выписка из ЕГРН, кв. 7: прежний собственник',
    },
  ],
  [
    `${ACCOUNTS.seller}-2`,
    {
      kind: 'charge',
      amount: '802.80',
      ...PASSES_ON,
      basis: 'Выписка из ЕГРН, кв. 7: новый собственник',
    },
  ],
];

export type AddedByHand = { readonly lines: string; readonly outcomes: readonly Outcome[] };

/** @param months billed here; the lines are booked in the last one */
export async function addByHand(
  api: Api,
  { houseId, accounts, services }: SecondHouse,
  months: readonly string[],
): Promise<AddedByHand> {
  const query = { houseId, limit: 200 };
  const known = (await api.call(listAdjustments, { query })).items;
  for (const [account, { service, ...line }] of LINES) {
    const personalAccountId = idOf(accounts, account);
    if (known.some(({ basis }) => basis === line.basis)) continue;
    const ofService = service === undefined ? {} : { houseServiceId: idOf(services, service) };
    await api.call(createAdjustment, { body: { personalAccountId, ...line, ...ofService } });
  }
  const { items } = await api.call(listAdjustments, { query });
  const last = months.at(-1) ?? '';
  return {
    lines: linesTable(items),
    outcomes: [
      {
        what: say(
          `строк вручную ${items.length}, месяц проводки – ${month(last)}`,
          `${items.length} lines by hand are booked in ${month(last)}`,
        ),
        holds:
          items.length === LINES.length &&
          items.every(({ status, bookedIn }) => status === 'BOOKED' && bookedIn === last),
      },
    ],
  };
}

/** Books the penalties of the house up to today, and looks at the debtor's. */
export async function accrueOnOpening(
  api: Api,
  { houseId, accounts }: SecondHouse,
  [firstMonth = '']: readonly string[],
): Promise<readonly Outcome[]> {
  await accrue(api, { houseId });
  const personalAccountId = idOf(accounts, ACCOUNTS.debtor);
  const { items } = await api.call(listPenaltyAccruals, { query: { personalAccountId } });
  const { penaltyDebt } = await api.call(getAccountBalance, { params: { personalAccountId } });
  const oldest = parseBillingMonth(firstMonth).subtract({ months: 3 }).toString();
  const debts = items.flatMap((accrual) => accrual.debts);
  const ofOldest = debts.filter(({ period }) => period === oldest);
  const ofOldestAmount = formatKopecks(sumBy(ofOldest, ({ amount }) => parseKopecks(amount)));
  const booked = sumBy(items, ({ amount }) => parseKopecks(amount));
  return [
    {
      what: say(
        `привезённый долг за ${month(oldest)} копит пени и здесь: ${roubles(ofOldestAmount)}, и ни дня раньше, чем ${month(firstMonth)}`,
        `the debt of ${month(oldest)} that was brought along goes on bearing penalties: ${roubles(ofOldestAmount)}, none of them before ${month(firstMonth)}`,
      ),
      holds:
        ofOldest.length > 0 &&
        ofOldest.every(({ lines }) => lines.every(({ from }) => from >= `${firstMonth}-01`)),
    },
    {
      what: say(
        'привезённый долг по капремонту копит их по своей шкале',
        'what was brought of contributions bears them by its own scale',
      ),
      holds: debts.some(({ kind, period }) => kind === 'major-repairs' && period < firstMonth),
    },
    {
      what: say(
        `долг по пеням ${roubles(penaltyDebt)}: ${roubles(OWED.penalty)} привезено, остальное начислено здесь`,
        `it owes ${roubles(penaltyDebt)} of penalties: ${figure(OWED.penalty)} came along, the rest is accrued here`,
      ),
      holds: parseKopecks(penaltyDebt) === parseKopecks(OWED.penalty) + booked,
    },
  ];
}

const KINDS: Readonly<Record<Adjustment['kind'], string>> = {
  charge: say('доначисление', 'charge'),
  'court-fee': say('судебные расходы', 'court fee'),
  'instalment-interest': say('проценты за рассрочку', 'interest of a plan'),
  'write-off': say('списание долга', 'write-off'),
  discount: say('скидка', 'discount'),
};

function linesTable(items: readonly Adjustment[]): string {
  return renderTable<Adjustment>(
    [
      { title: say('Вид', 'Kind'), of: ({ kind }) => KINDS[kind], most: 12 },
      { title: say('Сумма, ₽', 'Amount'), of: ({ amount }) => figure(amount), align: 'right' },
      { title: say('Почему', 'Why'), of: ({ reason }) => reason, most: 32 },
      { title: say('Документ', 'Document'), of: ({ basis }) => basis, most: 36 },
    ],
    items.toReversed(),
  );
}
