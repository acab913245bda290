// The second house saves for its major repairs on a special account: a payee of its own gets the contributions, and what it has got
// agrees with the turnover.
import { getPayeesReport, type PayeesReport } from '@kvartplata/contracts/billing/payee-reports.ts';
import { createPayee, listPayees } from '@kvartplata/contracts/billing/payees.ts';
import { getTurnoverBalance } from '@kvartplata/contracts/billing/turnover.ts';
import { getHouseService, replaceHouseService } from '@kvartplata/contracts/core/house-services.ts';
import { figure, say } from '../../speech/speech.ts';
import type { Api } from '../api.ts';
import type { Outcome } from '../colleagues.ts';
import { renderTable } from '../table.ts';
import { idOf, type SecondHouse } from './move-in.ts';

const FUND = {
  name: 'Специальный счёт дома: ул. Заречная, д. 17',
  inn: '7707083893',
  agencyReward: '1.5',
  bankDetails: {
    bankName: 'ПАО Сбербанк',
    bic: '044525225',
    settlementAccount: '40703810238000000001',
    correspondentAccount: '30101810400000000225',
  },
};

/** A second run finds it open. */
export async function openSpecialAccount(
  api: Api,
  organizationId: number,
  { services }: SecondHouse,
): Promise<void> {
  const { items } = await api.call(listPayees, { query: { organizationId } });
  if (items.length > 0) return;
  const { id: payeeId } = await api.call(createPayee, { body: { organizationId, ...FUND } });
  const params = { houseServiceId: idOf(services, 'major-repairs') };
  const { utilityServiceId, method, validFrom, validTo } = await api.call(getHouseService, {
    params,
  });
  await api.call(replaceHouseService, {
    params,
    body: { utilityServiceId, method, validFrom, validTo, payeeId },
  });
}

export async function showPayees(
  api: Api,
  { houseId }: SecondHouse,
  [periodFrom = '']: readonly string[],
): Promise<{ readonly table: string; readonly outcomes: readonly Outcome[] }> {
  const query = { houseId, periodFrom, periodTo: '2999-12' };
  const report = await api.call(getPayeesReport, { query });
  const turnover = await api.call(getTurnoverBalance, { query });
  const fund = report.items.find(({ kind }) => kind === 'payee');
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
