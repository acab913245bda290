// The expected charges of the second house's accounts, calculated by hand, and figures that its reports have to agree on.
import type { Charge } from '@kvartplata/contracts/billing/charges.ts';
import { getTurnoverBalance } from '@kvartplata/contracts/billing/turnover.ts';
import { parseBillingMonth } from '@kvartplata/domain/calendar/billing-month.ts';
import { parseKopecks } from '@kvartplata/domain/money/kopecks.ts';
import { sumBy } from '@kvartplata/domain/money/sums.ts';
import { roubles, say } from '../../speech/speech.ts';
import type { Api } from '../api.ts';
import type { Outcome } from '../colleagues.ts';
import { chargedBy } from '../rare-facts.ts';
import { ACCOUNTS, INTERCOM, OWED } from './files.ts';
import { idOf, type SecondHouse } from './move-in.ts';

type Expected = {
  readonly what: string;
  readonly account: string;
  /** The name of the charged service. */
  readonly of: string;
  /** Of its first line; null when there is none. */
  readonly amount: string | null;
  /** In the month of the sale instead of the last one. */
  readonly isOfSale?: true;
};

const WATER = 'cold-water';

const EXPECTED: readonly Expected[] = [
  {
    what: say(
      'квартира в долях делит прибор комнаты: 9 м³',
      'a flat of two halves shares the meter of the room: 9 m³',
    ),
    account: ACCOUNTS.firstSharing,
    of: WATER,
    amount: '241.25',
  },
  {
    what: say('вторая половина', 'the other half of it'),
    account: ACCOUNTS.secondSharing,
    of: WATER,
    amount: '241.25',
  },
  {
    what: say(
      'акт, что прибор не встанет: норматив без коэффициента',
      'an act that no meter fits: the norm without K',
    ),
    account: ACCOUNTS.withAct,
    of: WATER,
    amount: '450.32',
  },
  {
    what: say('ни прибора, ни акта: норматив', 'no meter and no act: the norm'),
    account: ACCOUNTS.withoutMeter,
    of: WATER,
    amount: '450.32',
  },
  {
    what: say('и коэффициент 3 отдельной строкой', 'and K of 3 as an excess'),
    account: ACCOUNTS.withoutMeter,
    of: `${WATER} excess`,
    amount: '900.65',
  },
  {
    what: say('прямой договор на свет: строки нет', 'a direct contract for electricity: no line'),
    account: ACCOUNTS.direct,
    of: 'electricity',
    amount: null,
  },
  {
    what: say(
      'свой котёл: только общие помещения',
      'a boiler of one’s own: the common rooms alone',
    ),
    account: ACCOUNTS.ownBoiler,
    of: 'heating',
    amount: '384.69',
  },
  {
    what: say('один жилец: норматив на одного', 'one person: the norm of one'),
    account: ACCOUNTS.ownBoiler,
    of: 'electricity',
    amount: '705.63',
  },
  {
    what: say('двое: норматив на двоих', 'two persons: the norm of two'),
    account: ACCOUNTS.withoutMeter,
    of: 'electricity',
    amount: '875.20',
  },
  {
    what: say(
      'электроплита: тариф и норматив её группы',
      'an electric stove: the tariff and the norm of its group',
    ),
    account: `${ACCOUNTS.seller}-2`,
    of: 'electricity',
    amount: '1493.70',
  },
  {
    what: say('вода магазина по договору', 'the shop’s water by contract'),
    account: ACCOUNTS.shop,
    of: WATER,
    amount: '643.32',
  },
  {
    what: say('мусор магазин вывозит сам', 'its waste is its own affair'),
    account: ACCOUNTS.shop,
    of: 'waste',
    amount: null,
  },
  {
    what: say('его домофон', 'its intercom'),
    account: ACCOUNTS.shop,
    of: INTERCOM,
    amount: '60.00',
  },
  {
    what: say('без домофона, где им не пользуются', 'no intercom where none is used'),
    account: ACCOUNTS.withAct,
    of: INTERCOM,
    amount: null,
  },
  {
    what: say(
      'проданная квартира: 7 м³ за продавцом',
      'the flat that was sold: 7 m³ are the seller’s',
    ),
    account: ACCOUNTS.seller,
    of: WATER,
    amount: '375.27',
    isOfSale: true,
  },
  {
    what: say('и 6,5 м³ за покупателем', 'and 6.5 m³ the buyer’s'),
    account: `${ACCOUNTS.seller}-2`,
    of: WATER,
    amount: '348.47',
    isOfSale: true,
  },
];

/** @param charges of the house */
export function checkCharges(
  charges: readonly Charge[],
  { services }: SecondHouse,
  months: readonly string[],
): readonly Outcome[] {
  return EXPECTED.map(({ what, account, of, amount, isOfSale }) => {
    const [service = '', rate] = of.split(' ');
    const charge = charges.find(
      ({ accountNumber, houseServiceId, period, rateType }) =>
        accountNumber === account &&
        houseServiceId === idOf(services, service) &&
        period === months.at(isOfSale ? -2 : -1) &&
        (rateType === 'excess') === (rate === 'excess'),
    );
    return {
      what: `${what}: ${chargedBy(charge)}`,
      holds: (charge?.amount ?? null) === amount,
    };
  });
}

/** The opening balances equal those of the file, to the kopeck and on both sides of the first month. */
export async function checkOpening(
  api: Api,
  { houseId }: SecondHouse,
  [firstMonth = '']: readonly string[],
): Promise<readonly Outcome[]> {
  const since = await api.call(getTurnoverBalance, { query: { houseId, period: firstMonth } });
  const month = (before: number): string =>
    parseBillingMonth(firstMonth).subtract({ months: before }).toString();
  const { totals } = await api.call(getTurnoverBalance, {
    query: { houseId, periodFrom: month(3), periodTo: month(1), splitByService: true },
  });
  const { opening } = since.totals;
  const ofServices = sumBy(totals.services ?? [], ({ charged }) => parseKopecks(charged));
  return [
    {
      what: say(
        `оборотка начинается с того, что в файле: ${roubles(opening.principal)} и пени ${roubles(opening.penalty)}`,
        `the turnover opens with what the file has: ${roubles(opening.principal)}, and ${roubles(opening.penalty)} of penalties`,
      ),
      holds: opening.principal === OWED.principal && opening.penalty === OWED.penalty,
    },
    {
      what: say(
        `месяцы до неё: начислено ${roubles(totals.charged)}, по услугам вместе столько же`,
        `the months before it have charged ${roubles(totals.charged)}, of services together the same`,
      ),
      holds: parseKopecks(totals.charged) === ofServices,
    },
  ];
}
