// An organization that can be paid.
import assert from 'node:assert/strict';
import type { BillingStand } from './billing-stand.ts';
import type { PayingHouse } from './paying-house.ts';

export const CONTRACTOR = {
  name: 'ООО «Управляющая компания „Уют“»',
  inn: '7736050003',
  kpp: '773601001',
  legalAddress: '117997, г. Москва, ул. Наметкина, д. 16',
  phone: '+7 495 000-00-00, доб. 12',
  email: 'office@uyut.example',
  bankDetails: {
    bankName: 'ПАО Сбербанк',
    bic: '044525225',
    settlementAccount: '40702810538000123456',
    correspondentAccount: '30101810400000000225',
  },
};

type Changed = Omit<typeof CONTRACTOR, 'bankDetails'> & {
  readonly bankDetails: Partial<(typeof CONTRACTOR)['bankDetails']>;
};

export async function changeBankDetails(
  { coreUrl }: BillingStand,
  { user, organizationId }: Pick<PayingHouse, 'user' | 'organizationId'>,
  body: Changed,
): Promise<void> {
  const response = await fetch(`${coreUrl}/api/organizations/${organizationId}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', authorization: user.authorization },
    body: JSON.stringify(body),
  });
  assert.equal(response.status, 200, await response.text());
}
