// An organization with complete bank details.
import { replaceOrganization } from '@kvartplata/contracts/core/organizations.ts';
import type { BillingStand } from './billing-stand.ts';
import type { PayingHouse } from './paying-house.ts';
import { inCore } from './test-user.ts';

export const CONTRACTOR = {
  name: 'ООО «Управляющая компания „Уют“»',
  inn: '7736050003',
  kpp: '773601001',
  legalAddress: '117997, г. Москва, ул. Наметкина, д. 16',
  phone: '+7 495 000-00-00, доб. 12',
  email: 'office@uyut.example',
  website: 'uyut.example',
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
  stand: BillingStand,
  { user, organizationId }: Pick<PayingHouse, 'user' | 'organizationId'>,
  body: Changed,
): Promise<void> {
  await inCore(stand, user).call(replaceOrganization, { params: { organizationId }, body });
}
