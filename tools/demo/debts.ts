// The demo's part about debts: one debtor is warned, another is taken to court, a third pays by instalments, and claim letters go
// to the rest. What an earlier run has done is not repeated.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { getAccountBalance } from '@kvartplata/contracts/billing/account-balances.ts';
import {
  createCourtCase,
  getCourtCase,
  getCourtCaseDocuments,
  listCourtCases,
} from '@kvartplata/contracts/billing/court-cases.ts';
import { LEFT_OUT_WORDS } from '@kvartplata/contracts/billing/debt-letter-words.ts';
import {
  createDebtLetters,
  fetchDebtLetters,
  getDebtLetters,
  listDebtLetterAccounts,
  listDebtLetters,
  type DebtLetterAccount,
  type DebtLetters,
} from '@kvartplata/contracts/billing/debt-letters.ts';
import { getDebtCertificate } from '@kvartplata/contracts/billing/debt-certificates.ts';
import { getDebtors } from '@kvartplata/contracts/billing/debtors.ts';
import {
  createRestrictionNotice,
  getRestrictionLetter,
  listRestrictableServices,
  listRestrictionNotices,
} from '@kvartplata/contracts/billing/restriction-notices.ts';
import { formatKopecks, parseKopecks } from '@kvartplata/domain/money/kopecks.ts';
import { counted, figure, inLanguage, roubles, say } from '../speech/speech.ts';
import { type Api, bytesOf, waitFor } from './api.ts';
import type { Outcome } from './colleagues.ts';
import { renderTable } from './table.ts';

/** Saves a document in the demo's folder. */
export type Keep = (name: string, content: Buffer) => void;

export type Debtors = {
  readonly organizationId: number;
  /** The account that stopped paying long ago. */
  readonly warned: number;
  /** The account whose debt was moved in. */
  readonly claimed: number;
};

/** @returns the folder for documents, and a function that saves one there */
export function openFolder(dataDirectory: string): {
  readonly folder: string;
  readonly keep: Keep;
} {
  const folder = path.join(dataDirectory, 'debts');
  mkdirSync(folder, { recursive: true });
  return {
    folder,
    keep: (name, content) => {
      writeFileSync(path.join(folder, name), content);
    },
  };
}

/** About the first of the services that may be restricted. */
export async function warn(
  api: Api,
  { warned: personalAccountId }: Debtors,
  keep: Keep,
): Promise<Outcome> {
  const query = { personalAccountId };
  const read = async () => (await api.call(listRestrictionNotices, { query })).items[0];
  if ((await read()) === undefined) {
    const { items } = await api.call(listRestrictableServices, { query });
    const { houseServiceId = 0 } = items.find(({ mayBeWarned }) => mayBeWarned) ?? {};
    await api.call(createRestrictionNotice, { body: { personalAccountId, houseServiceId } });
  }
  const notice = await read();
  if (notice === undefined) throw new Error('a notice that was made is listed');
  const params = { restrictionNoticeId: notice.id };
  keep('notice.pdf', await bytesOf(await api.callFile(getRestrictionLetter, { params })));
  return {
    what: say(
      `уведомление об ограничении: долг за услугу ${roubles(notice.debt)}, месяц по нормативу ${roubles(notice.normCharge)}`,
      `a restriction notice: ${roubles(notice.debt)} of a service, ${roubles(notice.normCharge)} a month by the norm`,
    ),
    holds: parseKopecks(notice.debt) > 2n * parseKopecks(notice.normCharge),
  };
}

export async function sue(
  api: Api,
  { claimed: personalAccountId }: Debtors,
  keep: Keep,
): Promise<Outcome> {
  const query = { personalAccountId };
  const read = async () => (await api.call(listCourtCases, { query })).items[0];
  const court = 'Мировому судье судебного участка № 14 г. Зареченска';
  if ((await read()) === undefined)
    await api.call(createCourtCase, { body: { personalAccountId, court } });
  const opened = await read();
  if (opened === undefined) throw new Error('a case that was opened is listed');
  const params = { courtCaseId: opened.id };
  keep('case.zip', await bytesOf(await api.callFile(getCourtCaseDocuments, { params })));
  const { principal, penalty, total, stateDuty, now } = opened;
  const { claim } = await api.call(getCourtCase, { params });
  return {
    what: say(
      `судебное дело с документами: требование ${roubles(total)}, пошлина ${roubles(stateDuty)}`,
      `a court case with its documents: a claim of ${roubles(total)}, a state duty of ${roubles(stateDuty)}`,
    ),
    holds:
      claim.debtor.payerAddress !== null &&
      parseKopecks(principal) + parseKopecks(penalty) === parseKopecks(total) &&
      parseKopecks(now.difference) >= 0n,
  };
}

/** For the debtor who is sued. */
export async function certify(
  api: Api,
  { claimed: personalAccountId }: Debtors,
  keep: Keep,
): Promise<Outcome> {
  const query = { personalAccountId };
  const paper = await bytesOf(await api.callFile(getDebtCertificate, { query }));
  keep('certificate.pdf', paper);
  const balance = await api.call(getAccountBalance, { params: query });
  const owed = parseKopecks(balance.principalDebt) + parseKopecks(balance.penaltyDebt);
  return {
    what: say(
      `справка о задолженности по его счёту: всего к оплате ${roubles(formatKopecks(owed))}`,
      `a debt certificate of that account: ${roubles(formatKopecks(owed))} to pay`,
    ),
    holds: owed > 0n && String(paper.subarray(0, 5)) === '%PDF-',
  };
}

export type Written = { readonly leftOut: string; readonly outcomes: readonly Outcome[] };

/** Claim letters to all debtors of the company except those that are left out. */
export async function writeToAll(
  api: Api,
  { organizationId }: Debtors,
  keep: Keep,
): Promise<Written> {
  const letters = await claimLetters(api, organizationId);
  const params = { debtLettersId: letters.id };
  const { items } = await api.call(listDebtLetterAccounts, { params, query: { limit: 200 } });
  const { items: debtors } = await api.call(getDebtors, { query: { organizationId, limit: 200 } });
  const pdf = await bytesOf(await api.callFile(fetchDebtLetters, { params }));
  keep(letters.file?.name ?? 'letters.pdf', pdf);
  return {
    leftOut: leftOutTable(items.filter(({ leftOut }) => leftOut !== null)),
    outcomes: [
      {
        what: say(
          `претензии остальным: ${counted(letters.letters, 'письмо', 'письма', 'писем')}, пропущено должников: ${letters.leftOut}`,
          `claim letters to the others: ${letters.letters}, debtors left out: ${letters.leftOut}`,
        ),
        holds:
          letters.status === 'COMPLETED' &&
          letters.letters + letters.leftOut === letters.totalAccounts &&
          pdf.length === letters.file?.bytes,
      },
      {
        what: say(
          'каждый из них есть в отчёте о должниках',
          'each of them is in the report of debtors',
        ),
        holds: items.every((item) =>
          debtors.some(({ personalAccountId }) => personalAccountId === item.personalAccountId),
        ),
      },
    ],
  };
}

/** In a second run the terms of earlier letters are still running. */
async function claimLetters(api: Api, organizationId: number): Promise<DebtLetters> {
  const { items } = await api.call(listDebtLetters, { query: { organizationId } });
  const made = items.find(({ kind, file }) => kind === 'claim' && file !== null);
  if (made !== undefined) return made;
  const { id } = await api.call(createDebtLetters, {
    body: { organizationId, kind: 'claim', form: 'pdf' },
  });
  return waitFor(
    `letters ${id}`,
    async () => api.call(getDebtLetters, { params: { debtLettersId: id } }),
    ({ finishedAt }) => finishedAt !== null,
  );
}

function leftOutTable(accounts: readonly DebtLetterAccount[]): string {
  return renderTable(
    [
      { title: say('Счёт', 'Account'), of: ({ accountNumber }) => accountNumber },
      { title: say('Долг, ₽', 'Owed'), of: ({ debt }) => figure(debt), align: 'right' },
      {
        title: say('Почему пропущен', 'Why left out'),
        of: ({ leftOut }) => (leftOut === null ? '' : inLanguage(LEFT_OUT_WORDS[leftOut])),
      },
    ],
    accounts,
  );
}
