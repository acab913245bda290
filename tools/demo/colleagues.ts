// The second part of the demo: a bookkeeper with a second factor and a viewer join the company, each may do what the
// role allows and no more, and the audit log tells who did what.
import { isRefused, RequestFailure } from '@kvartplata/client/request-failure.ts';
import type { AuditEntry } from '@kvartplata/contracts/audit.ts';
import { answerChallenge, startSession } from '@kvartplata/contracts/auth/sign-in.ts';
import {
  disableTwoFactor,
  enableTwoFactor,
  setUpTwoFactor,
} from '@kvartplata/contracts/auth/two-factor.ts';
import { applyCycle } from '@kvartplata/contracts/billing/apply.ts';
import { listBillingChanges } from '@kvartplata/contracts/billing/audit.ts';
import { getCycle } from '@kvartplata/contracts/billing/cycles.ts';
import { listCoreChanges } from '@kvartplata/contracts/core/audit.ts';
import {
  acceptInvitation,
  createInvitation,
  listOwnInvitations,
} from '@kvartplata/contracts/core/invitations.ts';
import type { OrganizationRole } from '@kvartplata/contracts/access.ts';
import { TOTP, URI } from 'otpauth';
import { createApi, type Api, type Urls } from './api.ts';
import { signIn, type DemoPerson } from './bill-a-year.ts';
import { renderTable } from './table.ts';

const BOOKKEEPER: DemoPerson = {
  firstName: 'Борис',
  lastName: 'Орлов',
  username: 'demo-bookkeeper',
  email: 'orlov@example.org',
  password: 'Ровный-Счёт-2026',
};
const CHAIRMAN: DemoPerson = {
  firstName: 'Вера',
  lastName: 'Соколова',
  username: 'demo-chairman',
  email: 'sokolova@example.org',
  password: 'Совет-Дома-2026',
};

export type Outcome = { readonly what: string; readonly holds: boolean };

/** What each of them tried, and whether it went as it should. */
export async function showColleagues(
  owner: Api,
  urls: Urls,
  place: { readonly organizationId: number; readonly cycleId: number; readonly origin: string },
): Promise<readonly Outcome[]> {
  const bookkeeper = createApi(place.origin, urls);
  const chairman = createApi(place.origin, urls);
  const newcomer = createApi(place.origin, urls);
  await signIn(bookkeeper, BOOKKEEPER);
  await signIn(chairman, CHAIRMAN);
  await signIn(newcomer, { ...CHAIRMAN, username: 'demo-neighbour', email: 'n@example.org' });
  const { organizationId } = place;
  const { username } = BOOKKEEPER;
  await bringIn(owner, bookkeeper, organizationId, { username, role: 'accountant' });
  const watching = { username: CHAIRMAN.username, role: 'viewer' } as const;
  await bringIn(owner, chairman, organizationId, watching);

  const cycle = { params: { cycleId: place.cycleId } };
  return [
    ...(await useSecondFactor(bookkeeper)),
    await expect('the viewer reads the month', 'read', chairman.call(getCycle, cycle)),
    await expect('the viewer applies it', 'forbidden', chairman.call(applyCycle, cycle)),
    await expect('a neighbour looks for it', 'not-found', newcomer.call(getCycle, cycle)),
    await expect('the viewer reads the audit log', 'forbidden', chairman.call(listBillingChanges)),
  ];
}

/** The newest lines of the audit logs of core and billing. */
export async function auditTable({ call }: Api): Promise<string> {
  const logs = await Promise.all(
    [listCoreChanges, listBillingChanges].map(async (list) => call(list, { query: { limit: 3 } })),
  );
  return renderTable<AuditEntry>(
    [
      { title: 'at (UTC)', of: ({ at }) => at.slice(0, 19).replace('T', ' ') },
      { title: 'user', of: ({ userId }) => String(userId), align: 'right' },
      { title: 'did', of: ({ action }) => action },
      { title: 'to', of: ({ objectType, objectId }) => `${objectType} ${objectId}` },
    ],
    logs.flatMap(({ items }) => items),
  );
}

/** Turns it on, signs in with it, and off again with a recovery code, so that the next demo may do the same. */
async function useSecondFactor({ call }: Api): Promise<readonly Outcome[]> {
  const { username, password } = BOOKKEEPER;
  const { otpauthUri } = await call(setUpTwoFactor, { body: { password } });
  const authenticator = URI.parse(otpauthUri);
  if (!(authenticator instanceof TOTP)) throw new Error(`${otpauthUri} is of no authenticator`);
  const code = authenticator.generate();
  const { recoveryCodes } = await call(enableTwoFactor, { body: { code } });

  const begun = await call(startSession, { body: { username, password } });
  if (!begun.twoFactorRequired) throw new Error('the second factor is not asked for');
  const { challengeToken } = begun;
  const used = await expect(
    'the code of the setup a second time',
    'wrong-code',
    call(answerChallenge, { body: { challengeToken, code } }),
  );
  // The clock need not be waited for: the next code is good half a minute early.
  const nextCode = authenticator.generate({ timestamp: Date.now() + 30_000 });
  await call(answerChallenge, { body: { challengeToken, code: nextCode } });
  await call(disableTwoFactor, { body: { password, recoveryCode: recoveryCodes[0] } });
  return [used, { what: 'the bookkeeper signs in with the next code', holds: true }];
}

/** The company asks, and the person agrees; those of an earlier demo are there already. */
async function bringIn(
  owner: Api,
  person: Api,
  organizationId: number,
  invited: { readonly username: string; readonly role: OrganizationRole },
): Promise<void> {
  try {
    await owner.call(createInvitation, { params: { organizationId }, body: invited });
  } catch (error) {
    if (isRefused(error, 'member-exists')) return;
    throw error;
  }
  const { items } = await person.call(listOwnInvitations);
  const invitation = items.find((item) => item.organizationId === organizationId);
  if (invitation === undefined) throw new Error(`${invited.username} is not invited`);
  await person.call(acceptInvitation, { params: { invitationId: invitation.id } });
}

async function expect(
  what: string,
  answer: 'read' | 'forbidden' | 'not-found' | 'wrong-code',
  asked: Promise<unknown>,
): Promise<Outcome> {
  const got = await asked.then(
    () => 'read',
    (error: unknown) => (error instanceof RequestFailure ? error.code : String(error)),
  );
  return { what: `${what}: ${got}`, holds: got === answer };
}
