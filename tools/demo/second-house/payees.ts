// The payees of the second house besides the company: a special account gets the contributions for major repairs, the regional
// operator the payments for waste, and their report agrees with the turnover.
import { getPayeesReport, type PayeesReport } from '@kvartplata/contracts/billing/payee-reports.ts';
import { createPayee, listPayees } from '@kvartplata/contracts/billing/payees.ts';
import { getTurnoverBalance } from '@kvartplata/contracts/billing/turnover.ts';
import { getHouseService, replaceHouseService } from '@kvartplata/contracts/core/house-services.ts';
import { figure, say } from '../../speech/speech.ts';
import type { Api } from '../api.ts';
import type { Outcome } from '../colleagues.ts';
import { renderTable } from '../table.ts';
import { idOf, type SecondHouse } from './move-in.ts';

const BANK = {
  bankName: 'ПАО Сбербанк',
  bic: '044525225',
  correspondentAccount: '30101810400000000225',
};

/** With the service that is paid to them. */
const PAYEES = [
  {
    service: 'major-repairs',
    name: 'Специальный счёт дома: ул. Заречная, д. 17',
    inn: '9900012340',
    agencyReward: '1.5',
    bankDetails: { ...BANK, settlementAccount: '40703810238000000001' },
  },
  {
    service: 'waste',
    name: 'ООО «Региональный оператор „Чистый край“»',
    inn: '9900012358',
    agencyReward: '2',
    bankDetails: { ...BANK, settlementAccount: '40702810238000000002' },
  },
] as const;
const [FUND] = PAYEES;

export const PAYEE_NAMES = PAYEES.map(({ name }) => name);

/** A second run finds them already. */
export async function namePayees(
  api: Api,
  organizationId: number,
  { services }: SecondHouse,
): Promise<void> {
  const { items } = await api.call(listPayees, { query: { organizationId } });
  for (const { service, ...payee } of PAYEES) {
    if (items.some(({ name }) => name === payee.name)) continue;
    const { id: payeeId } = await api.call(createPayee, { body: { organizationId, ...payee } });
    const params = { houseServiceId: idOf(services, service) };
    const { utilityServiceId, method, validFrom, validTo } = await api.call(getHouseService, {
      params,
    });
    await api.call(replaceHouseService, {
      params,
      body: { utilityServiceId, method, validFrom, validTo, payeeId },
    });
  }
}

export async function showPayees(
  api: Api,
  { houseId }: SecondHouse,
  [periodFrom = '']: readonly string[],
): Promise<{ readonly table: string; readonly outcomes: readonly Outcome[] }> {
  const query = { houseId, periodFrom, periodTo: '2999-12' };
  const report = await api.call(getPayeesReport, { query });
  const turnover = await api.call(getTurnoverBalance, { query });
  const fund = report.items.find(({ name }) => name === FUND.name);
  return {
    table: payeesTable(report),
    outcomes: [
      {
        what: say(
          `на специальный счёт собрано ${figure(fund?.paid ?? '0.00')} ₽, перечислить ${figure(fund?.toTransfer ?? '0.00')} ₽`,
          `the special account has got ${figure(fund?.paid ?? '0.00')} ₽, of which ${figure(fund?.toTransfer ?? '0.00')} ₽ are to be transferred`,
        ),
        holds: Number(fund?.paid) > 0 && Number(fund?.toTransfer) < Number(fund?.paid),
      },
      {
        what: say(
          'сумма получателей равна оборотной ведомости',
          'the payees come to the turnover balance',
        ),
        holds:
          report.control.paid === '0.00' &&
          report.totals.paid === turnover.totals.paid &&
          report.totals.charged === turnover.totals.charged &&
          report.totals.closing.principal === turnover.totals.closing.principal &&
          report.totals.closing.penalty === turnover.totals.closing.penalty,
      },
    ],
  };
}

function payeesTable({ items }: PayeesReport): string {
  return renderTable(
    [
      {
        title: say('Получатель', 'Payee'),
        of: ({ kind, name }) => (kind === 'advance' ? say('аванс', 'advance') : name),
        most: 30,
      },
      { title: say('Начислено', 'Charged'), align: 'right', of: ({ charged }) => figure(charged) },
      { title: say('Оплачено', 'Paid'), align: 'right', of: ({ paid }) => figure(paid) },
      {
        title: say('Долг', 'Owed'),
        align: 'right',
        of: ({ closing }) => figure(closing.principal),
      },
      {
        title: say('К перечислению', 'To transfer'),
        align: 'right',
        of: ({ toTransfer }) => figure(toTransfer),
      },
    ],
    items,
  );
}
