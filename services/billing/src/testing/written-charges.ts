// Charges as a calculation or a correction would have left them, inserted without either for a test.
import type pg from 'pg';

export type WrittenCharge = {
  readonly organizationId: number;
  readonly houseId: number;
  /** The first day of the month. */
  readonly period: string;
  readonly personalAccountId: number;
  readonly houseServiceId: number;
  readonly amount: string;
  readonly line?: number;
  readonly accountNumber?: string;
  readonly rateType?: string;
  readonly basis?: object;
  /** The first day of the corrected month. */
  readonly corrects?: string | undefined;
};

/** @returns the ids, in the order of the charges */
export async function writeCharges(
  owner: Pick<pg.Pool, 'query'>,
  charges: readonly WrittenCharge[],
): Promise<readonly number[]> {
  const ids: number[] = [];
  const templates = new Map<string, number>();
  for (const charge of charges) {
    const { organizationId, houseId, period } = charge;
    const alike = JSON.stringify([
      organizationId,
      houseId,
      period,
      charge.rateType,
      charge.basis,
      charge.corrects,
    ]);
    const template = templates.get(alike) ?? (await writeTemplate(owner, charge));
    templates.set(alike, template);
    const { rows } = await owner.query<{ id: number }>(
      `insert into charges (organization_id, house_id, period, personal_account_id, house_service_id, line, template,
         consumption, amount, own)
       values ($1, $2, $3, $4, $5, $6, $7, 1, $8, '')
       returning id::integer`,
      [
        organizationId,
        houseId,
        period,
        charge.personalAccountId,
        charge.houseServiceId,
        charge.line ?? 0,
        template,
        charge.amount,
      ],
    );
    ids.push(rows[0]?.id ?? 0);
    await owner.query(
      `insert into charged_accounts (organization_id, house_id, personal_account_id, since, account_number)
       values ($1, $2, $3, '2000-01-01', $4)
       on conflict do nothing`,
      [organizationId, houseId, charge.personalAccountId, charge.accountNumber ?? 'LS'],
    );
  }
  await owner.query(
    `update house_months set charges = computed.charges, amount = computed.amount, charges_hash = computed.charges_hash
     from computed_charges as computed
     where computed.organization_id = house_months.organization_id and computed.house_id = house_months.house_id
       and computed.period = house_months.period and house_months.applied_at is null
       and house_months.house_id = any($1)`,
    [[...new Set(charges.map(({ houseId }) => houseId))]],
  );
  return ids;
}

/** @returns its number */
async function writeTemplate(
  owner: Pick<pg.Pool, 'query'>,
  { organizationId, houseId, period, rateType = 'meter', basis, corrects }: WrittenCharge,
): Promise<number> {
  const whole = { rule: 'area', daysInMonth: 30, parts: [], unread: undefined, ...basis };
  const isCorrection = corrects !== undefined;
  const { rows } = await owner.query<{ number: number }>(
    `select case when $4 then least(min(number), 0) - 1 else greatest(max(number), 0) + 1 end as number
     from charge_templates where organization_id = $1 and house_id = $2 and period = $3`,
    [organizationId, houseId, period, isCorrection],
  );
  const number = rows[0]?.number ?? 0;
  const isMissing = (whole.unread as readonly { because?: string }[] | undefined)?.some(
    ({ because }) => because === 'reading-missing',
  );
  await owner.query(
    `insert into charge_templates (organization_id, house_id, period, number, rate_type, rule, tariff, reading_missing,
       basis, correction_id, corrected_period, corrected_line)
     values ($1, $2, $3, $4, $5, $6, 1, $7, $8, $9, $10, $11)`,
    [
      organizationId,
      houseId,
      period,
      number,
      rateType,
      whole.rule,
      isMissing ?? false,
      whole,
      isCorrection ? 1 : null,
      corrects ?? null,
      isCorrection ? 0 : null,
    ],
  );
  return number;
}
