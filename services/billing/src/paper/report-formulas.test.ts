// Every formula of every workbook, computed by LibreOffice, gives the value that stands there.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { missing } from '@kvartplata/platform/testing/programs.ts';
import { ODD_PAYERS } from '../testing/odd-payers.ts';
import { recompute } from '../testing/recomputed.ts';
import { startReportedHouse } from '../testing/reported-house.ts';
import { readWorkbook } from '../testing/workbook.ts';

test('LibreOffice computes what the workbooks say', { skip: missing('soffice') }, async () => {
  const reported = await startReportedHouse();
  try {
    const house = `houseId=${reported.house.houseId}`;
    const account = `personalAccountId=${reported.account(0)}`;
    const months = 'periodFrom=2025-01&periodTo=2026-12';
    const workbooks = new Map<string, Buffer>();
    for (const [name, path] of [
      ['turnover', `reports/turnover-balance?${house}&${months}`],
      ['turnover-by-service', `reports/turnover-balance?${house}&${months}&splitByService=true`],
      ['debtors', `reports/debtors?${house}`],
      ['collection', `reports/collection?${house}&${months}`],
      ['statement', `reports/account-statement?${account}`],
      ['reconciliation', `reports/reconciliation?${account}`],
      ['court', `reports/court?${account}`],
      ['charges', `charges/export?${house}&period=2025-01`],
    ] as const)
      workbooks.set(name, await reported.fileOf(`${path}&format=xlsx`));
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
    // It is a text to others too.
    assert.equal(computed.get('turnover')?.get('Ведомость!C2'), ODD_PAYERS[0]);
  } finally {
    await reported.stop();
  }
});
