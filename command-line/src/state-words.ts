// What tables call the states of months, checks and payments, and the roles: as the page does.
import type { OrganizationRole } from '@kvartplata/contracts/access.ts';
import type { ClosingCheck } from '@kvartplata/contracts/billing/closing-checks.ts';
import type { BillingCycle } from '@kvartplata/contracts/billing/cycles.ts';
import type { Payment } from '@kvartplata/contracts/billing/payments.ts';
import type { Words } from '@kvartplata/domain/text/words.ts';

export const CYCLE_STATES: Readonly<Record<BillingCycle['status'], Words>> = {
  DRAFT: { ru: 'черновик', en: 'draft' },
  APPLIED: { ru: 'проведён', en: 'applied' },
  CLOSED: { ru: 'закрыт', en: 'closed' },
};

export const CHECK_STATES: Readonly<Record<ClosingCheck['state'], Words>> = {
  OK: { ru: 'в порядке', en: 'all clear' },
  REMARKS: { ru: 'стоит посмотреть', en: 'worth checking' },
  BLOCKING: { ru: 'мешает закрыть', en: 'prevents closing' },
  ACCEPTED: { ru: 'принято', en: 'accepted' },
};

export const PAYMENT_STATES: Readonly<Record<Payment['status'], Words>> = {
  BOOKED: { ru: 'проведён', en: 'booked' },
  REVERSED: { ru: 'сторнирован', en: 'reversed' },
};

export const ROLES: Readonly<Record<OrganizationRole, Words>> = {
  owner: { ru: 'владелец', en: 'owner' },
  accountant: { ru: 'бухгалтер', en: 'accountant' },
  viewer: { ru: 'только просмотр', en: 'viewer' },
};
