// The turnover of an account in kopecks: added up, shown, and checked.
import type {
  AccountTurnover,
  ServiceTurnover,
  TurnoverReport,
} from '@kvartplata/contracts/billing/turnover.ts';
import { formatKopecks, parseKopecks, type Kopecks } from '@kvartplata/domain/money/kopecks.ts';
import { sumOfMoney } from '@kvartplata/domain/money/sums.ts';
import type { ServiceTurnoverRow, TurnoverRow } from './turnover.repository.ts';

const FIGURES = [
  'openingPrincipal',
  'openingPenalty',
  'charged',
  'recalculated',
  'penaltyRecalculated',
  'penaltyAccrued',
  'principalPaid',
  'penaltyPaid',
  'principalStorno',
  'penaltyStorno',
  'closingPrincipal',
  'closingPenalty',
  'principalDrift',
  'penaltyDrift',
] as const;

/** Positive when the debt grows: payments and reversals are negative. */
export type Figures = Readonly<Record<(typeof FIGURES)[number], Kopecks>>;

/** Spelled out for speed: a loop over the names took half of the report's time. */
export function figuresOf(row: TurnoverRow): Figures {
  return {
    openingPrincipal: parseKopecks(row.openingPrincipal),
    openingPenalty: parseKopecks(row.openingPenalty),
    charged: parseKopecks(row.charged),
    recalculated: parseKopecks(row.recalculated),
    penaltyRecalculated: parseKopecks(row.penaltyRecalculated),
    penaltyAccrued: parseKopecks(row.penaltyAccrued),
    principalPaid: parseKopecks(row.principalPaid),
    penaltyPaid: parseKopecks(row.penaltyPaid),
    principalStorno: parseKopecks(row.principalStorno),
    penaltyStorno: parseKopecks(row.penaltyStorno),
    closingPrincipal: parseKopecks(row.closingPrincipal),
    closingPenalty: parseKopecks(row.closingPenalty),
    principalDrift: parseKopecks(row.principalDrift),
    penaltyDrift: parseKopecks(row.penaltyDrift),
  };
}

/** Adds up accounts one after another, and collects those that do not balance. */
export function openSum() {
  const sum = Object.fromEntries(FIGURES.map((name) => [name, 0n])) as Record<
    keyof Figures,
    Kopecks
  >;
  const wrong: number[] = [];
  return {
    add: (personalAccountId: number, figures: Figures): void => {
      for (const name of FIGURES) sum[name] += figures[name];
      if (!addsUp(figures)) wrong.push(personalAccountId);
    },
    figures: (): Figures => sum,
    wrong: (): number[] => wrong,
  };
}

type ShownTurnover = Omit<TurnoverReport['totals'], 'services'>;

/** As people read it: payments and reversals are positive, and parts are labelled. */
export function showFigures(figures: Figures): ShownTurnover {
  return {
    opening: inRoubles(figures.openingPrincipal, figures.openingPenalty),
    charged: formatKopecks(figures.charged),
    recalculated: formatKopecks(figures.recalculated + figures.penaltyRecalculated),
    penaltyRecalculated: formatKopecks(figures.penaltyRecalculated),
    penaltyAccrued: formatKopecks(figures.penaltyAccrued),
    paid: formatKopecks(-figures.principalPaid - figures.penaltyPaid),
    penaltyPaid: formatKopecks(-figures.penaltyPaid),
    storno: formatKopecks(-figures.principalStorno - figures.penaltyStorno),
    penaltyStorno: formatKopecks(-figures.penaltyStorno),
    closing: inRoubles(figures.closingPrincipal, figures.closingPenalty),
    penaltyBalance: formatKopecks(figures.closingPenalty),
  };
}

/** The differences that have to be zero, for each kind of debt. */
export function controlOf(figures: Figures): Omit<TurnoverReport['control'], 'accounts'> {
  const { turnovers, balances } = differencesOf(figures);
  return {
    turnovers: inRoubles(turnovers.principal, turnovers.penalty),
    balances: inRoubles(balances.principal, balances.penalty),
  };
}

function addsUp(figures: Figures): boolean {
  const { turnovers, balances } = differencesOf(figures);
  return [turnovers, balances].every(
    ({ principal, penalty }) => principal === 0n && penalty === 0n,
  );
}

function differencesOf(figures: Figures) {
  return {
    turnovers: {
      principal:
        figures.openingPrincipal +
        figures.charged +
        figures.recalculated +
        figures.principalPaid +
        figures.principalStorno -
        figures.closingPrincipal,
      penalty:
        figures.openingPenalty +
        figures.penaltyRecalculated +
        figures.penaltyAccrued +
        figures.penaltyPaid +
        figures.penaltyStorno -
        figures.closingPenalty,
    },
    balances: { principal: figures.principalDrift, penalty: figures.penaltyDrift },
  };
}

export function showService(row: ServiceTurnoverRow): ServiceTurnover {
  return {
    houseServiceId: row.houseServiceId,
    serviceCode: row.code,
    serviceName: row.name,
    charged: row.charged,
    recalculated: row.recalculated,
    storno: formatKopecks(-parseKopecks(row.storno)),
  };
}

/** For all accounts together, in the order of services; what concerns no service comes last. */
export function sumServices(
  accounts: readonly Pick<AccountTurnover, 'services'>[],
): readonly ServiceTurnover[] {
  const all = accounts.flatMap(({ services = [] }) => services);
  return [...Map.groupBy(all, ({ houseServiceId }) => houseServiceId)]
    .map(([houseServiceId, ofService]) => ({
      houseServiceId,
      serviceCode: ofService[0]?.serviceCode ?? '',
      serviceName: ofService[0]?.serviceName ?? '',
      charged: sumOfMoney(ofService.map(({ charged }) => charged)),
      recalculated: sumOfMoney(ofService.map(({ recalculated }) => recalculated)),
      storno: sumOfMoney(ofService.map(({ storno }) => storno)),
    }))
    .toSorted(
      (one, other) => (one.houseServiceId ?? Infinity) - (other.houseServiceId ?? Infinity),
    );
}

/** For several houses, each with services of its own: grouped by name, in the order of their first house. */
export function sumNamedServices(services: readonly ServiceTurnover[]): readonly ServiceTurnover[] {
  const keyOf = ({ serviceCode, serviceName }: ServiceTurnover): string =>
    `${serviceCode} ${serviceName}`;
  return [...Map.groupBy(services, keyOf).values()]
    .flatMap((ofName) => (ofName[0] === undefined ? [] : [{ first: ofName[0], ofName }]))
    .map(({ first, ofName }) => ({
      houseServiceId: null,
      serviceCode: first.serviceCode,
      serviceName: first.serviceName,
      charged: sumOfMoney(ofName.map(({ charged }) => charged)),
      recalculated: sumOfMoney(ofName.map(({ recalculated }) => recalculated)),
      storno: sumOfMoney(ofName.map(({ storno }) => storno)),
    }))
    .toSorted((one, other) => Number(one.serviceCode === '') - Number(other.serviceCode === ''));
}

function inRoubles(principal: Kopecks, penalty: Kopecks) {
  return { principal: formatKopecks(principal), penalty: formatKopecks(penalty) };
}
