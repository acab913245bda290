// Bugs that somebody might make one day, each a change of one line of code, with the test that has to notice it.

export type SeededBug = {
  readonly why: string;
  readonly file: string;
  /** Occurs once in the file. */
  readonly text: string;
  /** Its replacement. */
  readonly spoiled: string;
  /** The test file. */
  readonly test: string;
  /** The name of the failing test, as printed. */
  readonly fails: string;
};

export const SEEDED_BUGS: readonly SeededBug[] = [
  {
    why: 'a half is rounded down',
    file: 'domain/money/fraction.ts',
    text: '(2n * scaled + value.denominator) /',
    spoiled: '(2n * scaled + value.denominator - 1n) /',
    test: 'domain/money/fraction.test.ts',
    fails: '1/8 at 2 places is rounded: 0.125 is a half',
  },
  {
    why: 'what is left after sharing out is lost',
    file: 'domain/money/share-out.ts',
    text: 'parts[index] = floor + 1n;',
    spoiled: 'parts[index] = floor;',
    test: 'domain/money/share-out.test.ts',
    fails: 'the parts sum to the total, and none is a whole unit off its exact share',
  },
  {
    why: 'a penalty costs something from the thirtieth day on',
    file: 'domain/regulation/penalty/penalty-scale.ts',
    text: `UTILITIES_SCALE: PenaltyScale = [
  { firstOverdueDay: 1, fraction: fraction(0n) },
  { firstOverdueDay: 31,`,
    spoiled: `UTILITIES_SCALE: PenaltyScale = [
  { firstOverdueDay: 1, fraction: fraction(0n) },
  { firstOverdueDay: 30,`,
    test: 'domain/regulation/penalty/penalty.test.ts',
    fails: 'the segments show the free days, 1/300 and 1/130',
  },
  {
    why: 'money pays the newest debt first',
    file: 'domain/regulation/payment-allocation/pay-debts.ts',
    text: 'for (const debt of isPaid ? open : others) {',
    spoiled: 'for (const debt of (isPaid ? open : others).toReversed()) {',
    test: 'domain/regulation/payment-allocation/allocate-payments.test.ts',
    fails: 'without named months the debts that are open are younger than those that are paid',
  },
  {
    why: 'a payment passes by the debts that its payer has named',
    file: 'domain/regulation/payment-allocation/pay-debts.ts',
    text: "if (isNamed(debt)) pay(debt, 'named-month');",
    spoiled: "if (isNamed(debt) && debt.isCourtFee) pay(debt, 'named-month');",
    test: 'domain/regulation/payment-allocation/allocate-payments.test.ts',
    fails: 'goes to the month that it names, and then to the oldest debt',
  },
  {
    why: 'a time-barred debt takes money of which nobody has said so',
    file: 'domain/regulation/payment-allocation/limitation.ts',
    text: 'compareDays(lastDay(month), day) < 0 &&',
    spoiled: 'compareDays(lastDay(month), day) < -1 &&',
    test: 'domain/regulation/payment-allocation/unnamed-money.test.ts',
    fails: 'passes over what is time-barred: 3000.00 on 2026-09-12 pays 2026-06',
  },
  {
    why: 'the moratorium of 2022 frees the debts that fell due in it',
    file: 'domain/regulation/penalty/debt-rules.ts',
    text: "dueTo: parseDay('2022-03-31'),",
    spoiled: "dueTo: parseDay('2022-10-01'),",
    test: 'domain/regulation/penalty/debt-rules.test.ts',
    fails: '10,000.00 due 2022-04-01 costs 197.31 by 2022-07-01: due within it',
  },
  {
    why: 'a browser needs no CSRF token to delete',
    file: 'platform/identity/authentication.ts',
    text: "const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS'];",
    spoiled: "const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS', 'DELETE'];",
    test: 'platform/identity/authentication.test.ts',
    fails: 'by DELETE a browser with cookies changes nothing without the CSRF token',
  },
  {
    why: 'a token that is over is good a while longer',
    file: 'platform/identity/signed-token.ts',
    text: 'return exp <= seconds || iat',
    spoiled: 'return iat',
    test: 'platform/identity/tokens.test.ts',
    fails: 'a service token is good for one service and one minute',
  },
  {
    why: 'a list of houses does not ask whose they are',
    file: 'services/core/src/registry/houses/houses.repository.ts',
    text: "query = query.where('organizationId', '=', sql<number>`any(${organizationIds}::bigint[])`);",
    spoiled: 'query = query.where(sql<boolean>`true`);',
    test: 'services/core/src/registry/houses/houses.test.ts',
    fails: 'a list asks for its organizations by itself, where row-level security does not hold',
  },
  {
    why: 'an idempotency key is read and not heeded',
    file: 'platform/idempotency/once.ts',
    text: 'if (kept !== undefined) {',
    spoiled: 'if (kept !== undefined && kept === null) {',
    test: 'services/billing/src/month/apply/apply-once.test.ts',
    fails: 'the same key and request give the first answer again, byte for byte',
  },
  {
    why: 'a house is applied whatever it is',
    file: 'services/billing/src/month/apply/apply.repository.ts',
    text: '        and house_months.applied_at is null',
    spoiled: '',
    test: 'services/billing/src/month/apply/apply-once.test.ts',
    fails: 'the same key and request give the first answer again, byte for byte',
  },
  {
    why: 'what is taken back can be taken back again',
    file: 'services/billing/src/books/ledger-entries/ledger-entries.service.ts',
    text: 'if (entries.length > 0) return entries;',
    spoiled: 'if (entries.length >= 0) return entries;',
    test: 'services/billing/src/payments/stornos/stornos.test.ts',
    fails: 'cannot be taken back again',
  },
  {
    why: 'a closed month takes an entry',
    file: 'services/billing/migrations/0002_create_cycles.sql',
    text: 'if closed is not null then',
    spoiled: 'if false then',
    test: 'services/billing/src/books/ledger-entries/ledger-invariants.test.ts',
    fails: 'a closed month and those before it take no entry, the next one does',
  },
  {
    why: 'a row that stands twice in a registry is booked twice',
    file: 'services/billing/src/payments/payment-imports/judge-rows.ts',
    text: 'claimed.payments.set(rowHash, line);',
    spoiled: '',
    test: 'services/billing/src/payments/payment-imports/judge-rows.test.ts',
    fails: 'no two rows of a file claim the same money',
  },
];
