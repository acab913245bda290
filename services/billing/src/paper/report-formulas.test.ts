// Every formula of every workbook, computed by LibreOffice, gives the value stored in its cell.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  getAccountStatement,
  getCourtCalculation,
  getReconciliation,
} from '@kvartplata/contracts/billing/account-reports.ts';
import { getCollection } from '@kvartplata/contracts/billing/collection.ts';
import { getDebtors } from '@kvartplata/contracts/billing/debtors.ts';
import { exportCharges } from '@kvartplata/contracts/billing/exports.ts';
import { getTurnoverBalance } from '@kvartplata/contracts/billing/turnover.ts';
import { missing } from '@kvartplata/platform/testing/programs.ts';
import { ODD_PAYERS } from '../testing/odd-payers.ts';
import { recompute } from '../testing/recomputed.ts';
import { startReportedHouse } from '../testing/reported-house.ts';
import { readWorkbook } from '../testing/workbook.ts';

test(
  'LibreOffice computes the values the workbooks have',
  { skip: missing('soffice') },
  async () => {
    const reported = await startReportedHouse();
    try {
      const { houseId } = reported.house;
      const account = { personalAccountId: reported.account(0) };
      const months = { houseId, periodFrom: '2025-01', periodTo: '2026-12' };
      const workbooks = new Map<string, Buffer>();
      for (const { name, file, query } of [
        { name: 'turnover', file: getTurnoverBalance, query: months },
        {
          name: 'turnover-by-service',
          file: getTurnoverBalance,
          query: { ...months, splitByService: true },
        },
        { name: 'debtors', file: getDebtors, query: { houseId } },
        { name: 'collection', file: getCollection, query: months },
        { name: 'statement', file: getAccountStatement, query: account },
        { name: 'reconciliation', file: getReconciliation, query: account },
        { name: 'court', file: getCourtCalculation, query: account },
        { name: 'charges', file: exportCharges, query: { houseId, period: '2025-01' } },
      ])
        workbooks.set(name, await reported.fileOf(file, { ...query, format: 'xlsx' }));
      const computed = await recompute(workbooks);
      for (const [name, workbook] of workbooks) {
        const sheets = readWorkbook(workbook);
        const formulas = sheets.flatMap((sheet) =>
          sheet.rows
            .flat()
            .filter(({ formula }) => formula !== undefined)
            .map(({ at, value, formula }) => ({ place: `${sheet.name}!${at}`, value, formula })),
        );
        assert.ok(formulas.length > 0, name);
        for (const { place, value, formula } of formulas)
          assert.equal(
            Number(computed.get(name)?.get(place)).toFixed(2),
            Number(value).toFixed(2),
            `${name}, ${place}: ${formula}`,
          );
      }
      // Other programs treat it as text too.
      assert.equal(computed.get('turnover')?.get('Ведомость!C2'), ODD_PAYERS[0]);
    } finally {
      await reported.stop();
    }
  },
);
