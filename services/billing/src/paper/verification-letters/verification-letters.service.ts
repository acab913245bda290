// Letters about meter verifications that end soon: core provides the accounts, page by page.
import type { LetterFacts } from '@kvartplata/contracts/core/ending-verifications.ts';
import { recordChange } from '@kvartplata/platform/audit/audit.repository.ts';
import { notFound, Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { Caller } from '../../access/access.service.ts';
import type { LettersOf } from '../../access/core-client.ts';
import { requireHouse, requireOrganization } from '../../access/places.ts';
import type { Letter } from './draw-letters.ts';

/**
 * The letters have names and addresses, so the export is recorded in the audit log.
 * @throws Refusal organization-required, not-found, forbidden, nobody-to-write-to, dependency-unavailable
 */
export async function exportLetters(
  caller: Caller,
  { organizationId, ...of }: LettersOf & { readonly organizationId?: number | undefined },
  now: () => Date,
): Promise<AsyncIterable<Uint8Array>> {
  const place = await requirePlace(caller, organizationId, of.houseId);
  const first = await readFacts(caller, place, of);
  const letters = lettersFrom(caller, place, of, first);
  const { value: letter, done } = await letters.next();
  if (done === true) throw new Refusal('nobody-to-write-to');
  await recordChange(caller.db, caller.actor, {
    action: 'organization.verification-letters-exported',
    object: { type: 'organization', id: place },
    organizationId: place,
    after: of,
  });
  // Loaded on demand: the drawing libraries would slow down the start.
  const { drawLetters } = await import('./draw-letters.ts');
  return drawLetters(behind(letter, letters), first.sender, now());
}

/** The house has to belong to the named organization, if one is named. */
async function requirePlace(
  caller: Caller,
  organizationId: number | undefined,
  houseId: number | undefined,
): Promise<number> {
  if (houseId === undefined) return requireOrganization(caller, organizationId);
  const house = await requireHouse(caller, houseId);
  if (organizationId !== undefined && house.organizationId !== organizationId)
    throw notFound(`house ${houseId}`);
  return house.organizationId;
}

async function readFacts(
  { core, requestId }: Caller,
  organizationId: number,
  of: LettersOf & { readonly cursor?: string },
): Promise<LetterFacts> {
  const facts = await core.readLetterFacts(organizationId, of, requestId);
  if (facts === undefined) throw notFound(`organization ${organizationId}`);
  return facts;
}

async function* lettersFrom(
  caller: Caller,
  organizationId: number,
  of: LettersOf,
  first: LetterFacts,
): AsyncGenerator<Letter, undefined> {
  for (let page = first; ;) {
    for (const { accounts, ...meter } of page.items)
      for (const account of accounts) yield { ...meter, account };
    const { nextCursor } = page;
    if (nextCursor === null) return undefined;
    page = await readFacts(caller, organizationId, { ...of, cursor: nextCursor });
  }
}

async function* behind<T>(first: T, rest: AsyncIterable<T>): AsyncGenerator<T> {
  yield first;
  yield* rest;
}
