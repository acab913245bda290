// The certificate as its reader sees it: what it calls the sums that come before the principal.
import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { missing } from '@kvartplata/platform/testing/programs.ts';
import { CONTRACTOR } from '../../testing/contractor.ts';
import { textOfPages } from '../../testing/pdf-pages.ts';
import { openFlow } from '../paper-flow.ts';
import { drawCertificate } from './draw-certificate.ts';

const { bankDetails, ...contractor } = CONTRACTOR;

test(
  'interest of a plan is not called court costs alone',
  { skip: missing('pdftoppm') },
  async () => {
    const flow = openFlow('Справка', new Date('2026-09-16T09:00:00Z'), 'Справка');
    drawCertificate(flow, {
      months: [],
      overdue: 0n,
      courtFees: 170_00n,
      penalty: 0n,
      notDue: 0n,
      advance: 0n,
      balance: 170_00n,
      debt: 170_00n,
      penaltyTo: null,
      chargedTo: '2026-08',
      planTo: '2027-07',
      accountNumber: 'ЛС-1',
      payer: '',
      address: 'ул. Садовая, д. 12',
      closedOn: null,
      asOf: '2026-09-16',
      creditor: { ...contractor, ...bankDetails },
    });
    const text = textOfPages(await buffer(flow.end()))
      .join(' ')
      .replaceAll(/\s+/g, ' ');
    assert.match(text, /Судебные расходы и проценты за рассрочку 170,00/);
  },
);
