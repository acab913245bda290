// A copy from its first check of the former application to the last comparison, all in one snapshot of it.
import {
  createPasswords,
  type Passwords,
} from '@kvartplata/auth-service/src/passwords/passwords.service.ts';
import type { Executor } from '@kvartplata/platform/database/executor.ts';
import { inTransaction, openDatabase } from '@kvartplata/platform/database/database.ts';
import type { Kysely } from 'kysely';
import { USERS } from './auth-tables.ts';
import type { Request } from './command-line.ts';
import { compare, type Comparison } from './compare.ts';
import { copyBills } from './copy-bills.ts';
import { copyPart, tablePart, type Pace } from './copy-part.ts';
import { usersPart } from './copy-users.ts';
import { openFirstPasswords, type FirstPasswords } from './first-passwords.ts';
import { assertShape, countUsersWithoutHash, lookThrough, type Look, type Voice } from './look.ts';
import { inPicture } from './picture.ts';
import { begin, findFilledTable, hasBegun, hasFinished } from './progress.repository.ts';
import { CopyRefusal } from './refusal.ts';
import { assertUpToDate, migrateTargets, type TargetName, type Targets } from './targets.ts';

/** For each target, tables that must be empty before a copy. */
const EMPTY_BEFORE: readonly (readonly [TargetName, readonly string[]])[] = [
  ['auth', ['users']],
  ['core', ['organizations', 'houses']],
  ['billing', ['billing_cycles', 'charges', 'ledger_entries', 'account_balances']],
];

/**
 * Copies what has not been copied yet.
 * @returns the comparison of everything; undefined for a dry run
 * @throws CopyRefusal, and the signal's reason
 */
export async function copyAll(
  request: Request,
  targets: Targets,
  voice: Voice,
  pace: Omit<Pace, 'batchRows'>,
): Promise<Comparison | undefined> {
  const { db: source } = openDatabase<unknown>({
    url: request.sourceUrl,
    poolSize: 1,
    namesOfSql: true,
    applicationName: 'migrate-from',
  });
  try {
    return await inPicture(source, async (former) => {
      await assertShape(former);
      await (request.isDryRun ? assertUpToDate(targets) : migrateTargets(targets));
      const look = await lookThrough(former, targets, voice, pace.signal);
      const users = await countUsersWithoutHash(former);
      if (request.isDryRun) {
        voice.tell(
          `${wayOfPasswords(users)}\nEvery row can be copied. Nothing was copied: this was a dry run.`,
        );
        return undefined;
      }
      const firstPasswords =
        request.passwordsFile === undefined ? undefined : openFirstPasswords(request.passwordsFile);
      await prepareTargets(targets, users, firstPasswords);
      const passwords = { own: await createPasswords(), first: firstPasswords };
      await copyParts(former, targets, look, passwords, { ...pace, batchRows: request.batchRows });
      return compare(former, targets, look.plan, pace.signal);
    });
  } finally {
    await source.destroy();
  }
}

function wayOfPasswords(users: number): string {
  return users === 0
    ? 'Every user keeps their password.'
    : `${users} users have no password that auth can check: --passwords <file> takes the first ones.`;
}

/** @throws CopyRefusal before anything is changed */
async function prepareTargets(
  targets: Targets,
  usersWithoutHash: number,
  firstPasswords: FirstPasswords | undefined,
): Promise<void> {
  const unbegun: TargetName[] = [];
  for (const [target, tables] of EMPTY_BEFORE) {
    if (await hasBegun(targets[target])) continue;
    const filled = await findFilledTable(targets[target], tables);
    if (filled !== undefined)
      throw new CopyRefusal(
        `The ${target} database is in use: ${filled} has rows. A copy needs databases that nobody has worked in.`,
      );
    unbegun.push(target);
  }
  const needsPasswords =
    usersWithoutHash > 0 &&
    (unbegun.includes('auth') || !(await hasFinished(targets.auth, USERS.table)));
  if (needsPasswords && firstPasswords === undefined)
    throw new CopyRefusal(wayOfPasswords(usersWithoutHash));
  for (const target of unbegun)
    await inTransaction(targets[target] as Kysely<unknown>, async (trx) => begin(trx));
}

/** Users, then core tables, then bills: each part refers to those before it. */
async function copyParts(
  former: Executor,
  targets: Targets,
  { plan, highestBillId }: Look,
  passwords: { readonly own: Passwords; readonly first: FirstPasswords | undefined },
  pace: Pace,
): Promise<void> {
  const users = usersPart(former, plan.tableOf(USERS), passwords.own, passwords.first);
  await copyPart(targets.auth, users, pace);
  for (const transfer of plan.core)
    await copyPart(targets.core, tablePart(former, transfer, plan.tableOf(transfer)), pace);
  const { billing: transfers, tableOf } = plan;
  await copyBills(targets.billing, { former, transfers, tableOf, highestBillId }, pace);
}
