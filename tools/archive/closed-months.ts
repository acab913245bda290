// Which months may be removed from the database: those of years that are closed for every organization, after the limitation
// period.
import type pg from 'pg';

/** The limitation period, and the month in which it ends. */
const YOUNGEST_MONTHS = 37;

/**
 * The months up to the end of the year that have charges here and no archive yet, in order; `YYYY-MM`.
 * @throws an Error that says why they may not be removed
 */
export async function listMonthsToArchive(
  client: pg.ClientBase,
  year: number,
  today: Temporal.PlainDate,
): Promise<readonly string[]> {
  const last = Temporal.PlainYearMonth.from({ year, month: 12 });
  const age = last.until(today.toPlainYearMonth(), { largestUnit: 'months' }).months;
  if (age < YOUNGEST_MONTHS)
    throw new Error(
      `${last.toString()} is ${age} months old: a month is kept until it is ${YOUNGEST_MONTHS}`,
    );
  await requireClosed(client, last);
  const { rows } = await client.query<{ month: string }>(
    `select distinct to_char(house_months.period, 'YYYY-MM') as month from house_months
     where house_months.period <= $1 and not exists (
       select from archived_months where archived_months.month = house_months.period
     )
     order by 1`,
    [`${last.toString()}-01`],
  );
  return rows.map(({ month }) => month);
}

/** Includes the month after the last one, whose checks compare it with the month before. */
async function requireClosed(client: pg.ClientBase, last: Temporal.PlainYearMonth): Promise<void> {
  const { rows } = await client.query<{ told: string }>(
    `select format('%s of organization %s is %s', to_char(period, 'YYYY-MM'), organization_id, status) as told
     from billing_cycles where period <= $1 and status <> 'CLOSED'
     order by period, organization_id`,
    [`${last.add({ months: 1 }).toString()}-01`],
  );
  const [first] = rows;
  if (first !== undefined)
    throw new Error(
      `${first.told}, not CLOSED${rows.length === 1 ? '' : `, and ${rows.length - 1} more are not`}`,
    );
}
