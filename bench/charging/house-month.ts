// The cost of calculating a house's month, compared with the bare multiplications that it cannot do without.
import { calculateHouse } from '@kvartplata/domain/charging/calculate-house.ts';
import type { AccountFacts, HouseFacts } from '@kvartplata/domain/charging/house-facts.ts';
import {
  account,
  day,
  house,
  meter,
  norm,
  service,
  tariff,
} from '@kvartplata/domain/charging/testing/facts.ts';
import { fraction, fromScaled, multiply, roundHalfUp } from '@kvartplata/domain/money/fraction.ts';
import { sumBy } from '@kvartplata/domain/money/sums.ts';
import type { Measured } from '../measured.ts';
import { sized } from '../size.ts';

const PAIRS = sized({ whole: 9, short: 3 });
const HOUSES = 100;
const ACCOUNTS = 100;

/** Measured in processor time, because other work on the machine does not slow a pure function down. */
export async function benchCharging(): Promise<readonly Measured[]> {
  const accounts = Array.from({ length: ACCOUNTS }, (_, index) => accountOf(index));
  const facts = houseOf(accounts);
  const [ours, limits]: [number[], number[]] = [[], []];
  let lines = 0;
  const calculate = (): void => {
    for (let count = 0; count < HOUSES; count += 1)
      lines = calculateHouse(facts, accounts).lines.length;
  };
  const multiplyBare = (): void => {
    for (let count = 0; count < HOUSES * lines; count += 1)
      roundHalfUp(multiply(fraction(BigInt(count), 31n), fromScaled(491_900n, 4)), 2);
  };
  for (let warming = 0; warming < 3; warming += 1) calculate();
  for (let pair = 0; pair < PAIRS; pair += 1) {
    limits.push(processorTimeOf(multiplyBare));
    ours.push(processorTimeOf(calculate));
  }
  return [
    {
      name: 'charging',
      what: `${HOUSES * ACCOUNTS} accounts with ${facts.services.length} services computed, processor time`,
      limit: 'one exact product a line, rounded once',
      ours,
      limits,
    },
  ];
}

function processorTimeOf(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Some accounts open during the month, others get a new resident. */
function accountOf(index: number): AccountFacts {
  const residents = { count: 1 + (index % 4), validFrom: day('2020-01-01') };
  const newcomer = { count: 3, validFrom: day('2026-07-16') };
  return account(index + 1, {
    areaE2: 3_000n + BigInt(index * 37),
    registeredPersons: index % 10 === 0 ? [residents, newcomer] : [residents],
    openedOn: index % 50 === 0 ? day('2026-07-10') : day('2020-01-01'),
    meters: [
      meter(1, '100.000', `${104 + (index % 7)}.250`, false, {
        verifiedUntil: day('2029-01-01'),
        history: { months: 12, volumeE3: 50_000n },
      }),
    ],
  });
}

function houseOf(accounts: readonly AccountFacts[]): HouseFacts {
  const by = (
    id: number,
    code: string,
    method: 'norm' | 'meter' | 'odn',
    price: string,
    n: string,
  ) => service(id, code, method, { tariffs: [tariff(price)], norms: [norm(n)] });
  return house(
    [
      by(1, 'cold-water', 'meter', '53.61', '4.3'),
      service(2, 'cold-water-odn', 'odn', { tariffs: [tariff('49.19')] }),
      by(3, 'hot-water', 'norm', '214.87', '3.19'),
      service(4, 'water-disposal', 'water-disposal', { tariffs: [tariff('38.52')] }),
      service(5, 'heating', 'heating', {
        heatingMode: 'whole-year',
        precision: 6,
        tariffs: [tariff('2371.72')],
        norms: [norm('0.0195')],
      }),
      by(6, 'electricity', 'norm', '5.47', '85'),
      service(7, 'upkeep', 'area', { precision: 2, tariffs: [tariff('34.18')] }),
      by(8, 'waste', 'norm', '500', '0.16'),
    ],
    {
      roomsAreaE2: sumBy(accounts, ({ areaE2 }) => areaE2),
      meters: [meter(2, '0.000', '900.000')],
    },
  );
}
