// Recalculations and reversals on a receipt have their grounds: for a correction, a storno, and a line by hand.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createAdjustment, reverseAdjustment } from '@kvartplata/contracts/billing/adjustments.ts';
import { listCharges } from '@kvartplata/contracts/billing/charges.ts';
import { createCorrection } from '@kvartplata/contracts/billing/corrections.ts';
import { getReceipt } from '@kvartplata/contracts/billing/receipts.ts';
import { reverseCharge } from '@kvartplata/contracts/billing/stornos.ts';
import { formatKopecks, parseKopecks } from '@kvartplata/domain/money/kopecks.ts';
import { sumBy } from '@kvartplata/domain/money/sums.ts';
import { missing } from '@kvartplata/platform/testing/programs.ts';
import { startBillingStand } from '../../testing/billing-stand.ts';
import { applyMonth } from '../../testing/booked-month.ts';
import { changeBankDetails, CONTRACTOR } from '../../testing/contractor.ts';
import { putTariff } from '../../testing/core-facts.ts';
import { makePayingHouse } from '../../testing/paying-house.ts';
import { textOfPages } from '../../testing/pdf-pages.ts';
import { calculate, readAll } from '../../testing/test-user.ts';

const REASON = 'Тариф на содержание исправлен по решению собрания';

test(
  'a receipt states the grounds of each recalculation',
  { skip: missing('pdftoppm') },
  async (t) => {
    const stand = await startBillingStand();
    t.after(async () => stand.stop());
    const house = await makePayingHouse(stand);
    const { user, houseId, accounts } = house;
    const [personalAccountId = 0] = accounts;
    await changeBankDetails(stand, house, CONTRACTOR);
    const thisMonth = Temporal.Now.plainDateISO('Europe/Moscow').toPlainYearMonth();
    const months = [4, 3, 2].map((ago) => thisMonth.subtract({ months: ago }).toString());
    const [first = '', second = '', third = ''] = months;
    for (const month of months) {
      const { billingCycleId } = await calculate(stand.app, user, { houseId }, month);
      if (month === third) {
        await putTariff(stand.coreUrl, user, { houseId, code: 'upkeep', value: '31.00' });
        const body = { houseId, periodFrom: first, periodTo: second, reason: REASON };
        const corrected = await house.ask(createCorrection, { body });
        assert.ok(corrected.status < 300, corrected.text);
      }
      await applyMonth(stand, user, billingCycleId);
    }
    const charges = await readAll(stand.app, user, listCharges, {
      query: { period: third, personalAccountId },
    });
    const added = charges.filter(({ rateType }) => rateType === 'recalculation');
    assert.equal(added.length, 2);
    const [, taken] = charges.filter(({ rateType }) => rateType !== 'recalculation');
    assert.ok(taken);
    const why = { body: { reason: 'Услуга не оказывалась' } };
    const reversed = await house.ask(reverseCharge, { params: { chargeId: taken.id }, ...why });
    assert.equal(reversed.status, 200, reversed.text);
    const line = {
      personalAccountId,
      amount: '45.50',
      kind: 'charge',
      reason: 'Ключ',
      basis: 'Акт 1',
    };
    const { body: byHand } = await house.ask(createAdjustment, { body: line });
    const params = { adjustmentId: byHand.id };
    await house.ask(reverseAdjustment, { params, body: { reason: 'Ключ уже оплачен' } });

    const textIn = async (period: string): Promise<string> => {
      const sent = { params: { personalAccountId }, query: { period } };
      const { bytes, status } = await house.ask(getReceipt, sent);
      assert.equal(status, 200, bytes.toString().slice(0, 300));
      return textOfPages(bytes)
        .join('')
        .replaceAll(/[\s\u00A0]+/g, ' ');
    };
    const inFigures = (amount: string): string =>
      amount
        .replace('-', '−')
        .replace('.', ',')
        .replaceAll(/\B(?=(?:\d{3})+(?!\d)[^,]*,)/g, ' ');
    const monthInFigures = (month: string): string => month.split('-').toReversed().join('.');
    const sum = sumBy(added, ({ amount }) => parseKopecks(amount));
    const text = await textIn(third);
    assert.match(text, /СВЕДЕНИЯ О ПЕРЕРАСЧЁТАХ/);
    assert.ok(text.includes(REASON), text);
    assert.ok(text.includes(monthInFigures(first)) && text.includes(monthInFigures(second)), text);
    assert.equal(text.split(REASON).length, 2, 'both months are one row');
    assert.ok(text.includes(` ${inFigures(formatKopecks(sum))} `), text);
    assert.ok(text.includes('отмена начисления: Услуга не оказывалась'), text);
    assert.ok(text.includes(inFigures(`-${taken.amount}`)), text);
    assert.doesNotMatch(await textIn(second), /СВЕДЕНИЯ О ПЕРЕРАСЧЁТАХ/);
    const booked = byHand.bookedIn ?? '';
    assert.match(await textIn(booked), /отмена строки, внесённой вручную: Ключ уже оплачен −45,50/);
  },
);
