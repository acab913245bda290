// The turnover of all houses, with a total after each house's accounts.
import type { AccountTurnover, TurnoverReport } from '@kvartplata/contracts/billing/turnover.ts';
import { sumOfMoney } from '@kvartplata/domain/money/sums.ts';

export type Turnovers = Omit<TurnoverReport['totals'], 'services'>;

export type HouseTotal = Turnovers & { readonly isHouse: true; readonly houseId: number };

export function isHouse(row: AccountTurnover | HouseTotal): row is HouseTotal {
  return 'isHouse' in row;
}

/** @param accounts house by house */
export function withHouses(
  accounts: readonly AccountTurnover[],
): readonly (AccountTurnover | HouseTotal)[] {
  return [...Map.groupBy(accounts, ({ houseId }) => houseId)]
    .flatMap(([houseId, ofHouse]) => [ofHouse, [totalOf(houseId, ofHouse)]])
    .flat();
}

function totalOf(houseId: number, rows: readonly Turnovers[]): HouseTotal {
  const sum = (of: (row: Turnovers) => string): string => sumOfMoney(rows.map(of));
  return {
    isHouse: true,
    houseId,
    opening: {
      principal: sum(({ opening }) => opening.principal),
      penalty: sum(({ opening }) => opening.penalty),
    },
    charged: sum(({ charged }) => charged),
    recalculated: sum(({ recalculated }) => recalculated),
    penaltyRecalculated: sum(({ penaltyRecalculated }) => penaltyRecalculated),
    penaltyAccrued: sum(({ penaltyAccrued }) => penaltyAccrued),
    paid: sum(({ paid }) => paid),
    penaltyPaid: sum(({ penaltyPaid }) => penaltyPaid),
    storno: sum(({ storno }) => storno),
    penaltyStorno: sum(({ penaltyStorno }) => penaltyStorno),
    closing: {
      principal: sum(({ closing }) => closing.principal),
      penalty: sum(({ closing }) => closing.penalty),
    },
    penaltyBalance: sum(({ penaltyBalance }) => penaltyBalance),
  };
}
