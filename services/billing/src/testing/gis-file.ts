// Prepares a house for files for ГИС ЖКХ, and validates such files: by our own grammar, and by the public schema where a folder
// with it is configured.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import type { GisService } from '@kvartplata/contracts/billing/gis-zhkh.ts';
import { replaceGisServices } from '@kvartplata/contracts/billing/gis-zhkh.ts';
import {
  getPersonalAccount,
  replacePersonalAccount,
} from '@kvartplata/contracts/core/personal-accounts.ts';
import { getProgram } from '@kvartplata/platform/testing/programs.ts';
import { readXmlTree, type XmlElement } from '@kvartplata/platform/xml/xml-tree.ts';
import type { BillingStand } from './billing-stand.ts';
import type { PayingHouse } from './paying-house.ts';
import { inCore } from './test-user.ts';

/** The messages to ГИС ЖКХ: our own grammar, and the part of the public schema. */
const MESSAGES = {
  documents: ['payment-documents.rng', 'bills/hcs-bills-types.xsd'],
  readings: ['readings.rng', 'device-metering/hcs-device-metering-types.xsd'],
  payments: ['payments.rng', 'payment/hcs-payment-types.xsd'],
} as const;

/** Gives an account its numbers in ГИС ЖКХ. */
export async function numberAccount(
  stand: BillingStand,
  { user }: PayingHouse,
  personalAccountId: number,
): Promise<void> {
  const { call } = inCore(stand, user);
  const params = { personalAccountId };
  const { roomId, accountNumber, payer, owners, share, openedOn } = await call(getPersonalAccount, {
    params,
  });
  const digits = String(personalAccountId).padStart(8, '0').slice(-8);
  await call(replacePersonalAccount, {
    params,
    body: {
      roomId,
      accountNumber,
      payer,
      owners,
      share,
      openedOn,
      gisAccountNumber: `10${digits}`,
      gisServiceId: `10${digits}-01`,
      gisAccountGuid: guidOf(personalAccountId),
    },
  });
}

export function guidOf(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
}

/** Gives subjects entries of the lists, a different one each. */
export async function nameServices(
  house: PayingHouse,
  lists: Readonly<Record<string, GisService['list']>>,
): Promise<void> {
  const { organizationId } = house;
  const items = Object.entries(lists).map(([subject, list], at) => ({
    subject,
    list,
    code: `${at + 1}.1`,
    guid: guidOf(at + 1),
  }));
  const { status, text } = await house.ask(replaceGisServices, {
    query: { organizationId },
    body: { items },
  });
  assert.equal(status, 200, text);
}

/** @throws an AssertionError with the errors that xmllint reports */
export function assertValid(
  file: string | Buffer,
  message: keyof typeof MESSAGES = 'documents',
): void {
  const [ours, theirs] = MESSAGES[message];
  judge(file, ['--relaxng', path.resolve(import.meta.dirname, '../paper/gis-zhkh', ours)]);
  const schemas = process.env['GIS_ZHKH_SCHEMAS'];
  if (schemas !== undefined) judge(file, ['--schema', path.join(schemas, theirs)]);
}

function judge(file: string | Buffer, by: readonly string[]): void {
  const judged = spawnSync(getProgram('xmllint'), ['--nonet', '--noout', ...by, '-'], {
    input: file,
  });
  assert.equal(judged.status, 0, judged.stderr.toString().slice(0, 2000));
}

/** The answer of ГИС ЖКХ to documents: one of them refused, the others accepted. */
export function answerXml(
  results: readonly { readonly guid: string; readonly isRefused: boolean }[],
): string {
  const parts = results.map(({ isRefused }, nth) =>
    isRefused
      ? `<b:Error><b:ErrorCode>INT016041</b:ErrorCode><b:Description>Лицевой счёт не найден</b:Description></b:Error>`
      : `<b:UniqueNumber>60АВ395021-01-610${nth}</b:UniqueNumber><b:UpdateDate>2026-11-05T10:00:00+03:00</b:UpdateDate>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<getStateResult xmlns="http://dom.gosuslugi.ru/schema/integration/bills/" xmlns:b="http://dom.gosuslugi.ru/schema/integration/base/" b:version="10.0.1.1">
<b:RequestState>3</b:RequestState><b:MessageGUID>${guidOf(1)}</b:MessageGUID>
${results.map(({ guid }, nth) => `<ImportResult><b:TransportGUID>${guid}</b:TransportGUID>${parts[nth]}</ImportResult>`).join('\n')}
</getStateResult>`;
}

export function answerFile(xml: string): FormData {
  const form = new FormData();
  form.append('file', new File([xml], 'answer.xml'));
  return form;
}

export function documentsIn(file: string | Buffer): readonly XmlElement[] {
  return readXmlTree(file.toString()).children.filter(({ name }) => name === 'PaymentDocument');
}

export function textOf(element: XmlElement, name: string): string | undefined {
  return element.children.find((child) => child.name === name)?.text;
}

/** All descendants with the name. */
export function allIn(element: XmlElement, name: string): readonly XmlElement[] {
  return element.children.flatMap((child) => [
    ...(child.name === name ? [child] : []),
    ...allIn(child, name),
  ]);
}
