// The proposed answer to a debt request: a debt where a court decision is in force, according to the account's court cases.
import type { ProposedAnswer } from '@kvartplata/contracts/billing/debt-requests.ts';
import { formatKopecks, parseKopecks } from '@kvartplata/domain/money/kopecks.ts';
import { sumBy } from '@kvartplata/domain/money/sums.ts';
import type { OrganizationIds } from '../../access/access.service.ts';
import type { Db } from '../../tables.ts';
import { dayInFigures } from '../receipt-words.ts';
import * as repository from './debt-requests.repository.ts';
import type { StandingCaseRow } from './debt-requests.repository.ts';

const NO_DEBT: ProposedAnswer = {
  answer: 'no-debt',
  courtCaseId: null,
  courtAct: null,
  confirmedAmount: null,
};

/** As many characters as an answer may have. */
const MOST_ACT = 200;

/** By account. */
export async function readProposals(
  db: Db,
  organizationIds: OrganizationIds,
  accountIds: readonly number[],
): Promise<(personalAccountId: number) => ProposedAnswer> {
  const cases =
    accountIds.length === 0
      ? []
      : await repository.listStandingCases(db, organizationIds, accountIds);
  const ofAccount = Map.groupBy(cases, ({ personalAccountId }) => personalAccountId);
  return (id) => proposalOf(ofAccount.get(id) ?? []);
}

/** What has been paid since no longer counts as a confirmed debt. @param cases newest last */
function proposalOf(cases: readonly StandingCaseRow[]): ProposedAnswer {
  const last = cases.at(-1);
  if (last === undefined) return NO_DEBT;
  const claimed = sumBy(
    cases,
    ({ principal, penalty }) => parseKopecks(principal) + parseKopecks(penalty),
  );
  const owed = parseKopecks(last.owed);
  const confirmed = owed < claimed ? owed : claimed;
  if (confirmed <= 0n) return NO_DEBT;
  const ordered = last.steps.findLast(({ step }) => step === 'ordered');
  return {
    answer: 'debt',
    courtCaseId: last.id,
    courtAct:
      ordered === undefined
        ? null
        : `${ordered.reference ?? 'Судебный акт'} от ${dayInFigures(ordered.on)}`.slice(
            0,
            MOST_ACT,
          ),
    confirmedAmount: formatKopecks(confirmed),
  };
}
