// Decides which services a debtor is warned about, or why none.
import type { LeftOut } from '@kvartplata/contracts/billing/debt-letters.ts';
import type { Kopecks } from '@kvartplata/domain/money/kopecks.ts';
import { verdictOf, type WarnedService } from '../notice-verdict.ts';

/** A service of an account that the law allows to be restricted. */
export type RestrictableDebt = Omit<WarnedService, 'keepsPlan'> & {
  readonly houseServiceId: number;
  readonly name: string;
};

export type ServiceToWarn = {
  readonly houseServiceId: number;
  readonly name: string;
  readonly debtKopecks: Kopecks;
  readonly normKopecks: Kopecks;
};

/** In order of precedence. */
const REASONS = ['notice-open', 'norm-charge-unknown', 'debt-below-two-norms'] as const;

export function judgeServices(
  services: readonly RestrictableDebt[],
  keepsPlan: boolean,
): LeftOut | readonly ServiceToWarn[] {
  if (keepsPlan) return 'instalment-runs';
  const owed = services.filter(({ debtKopecks }) => debtKopecks > 0n);
  if (owed.length === 0) return 'nothing-restrictable';
  const verdicts = owed.map((service) => ({
    service,
    verdict: verdictOf({ ...service, keepsPlan }),
  }));
  const warned = verdicts.flatMap(({ service, verdict }) => {
    const { houseServiceId, name, debtKopecks, normKopecks } = service;
    return verdict === 'may-be-warned' && normKopecks !== undefined
      ? [{ houseServiceId, name, debtKopecks, normKopecks }]
      : [];
  });
  if (warned.length > 0) return warned;
  return (
    REASONS.find((reason) => verdicts.some(({ verdict }) => verdict === reason)) ??
    'nothing-restrictable'
  );
}
