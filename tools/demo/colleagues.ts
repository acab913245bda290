// The demo's part about colleagues: an accountant with a second factor and a viewer join the company, each may do what the role
// allows and no more, and the audit log shows who did what.
import { type FailureCode, isRefused, RequestFailure } from '@kvartplata/client/request-failure.ts';
import type { AuditEntry } from '@kvartplata/contracts/audit.ts';
import { answerChallenge, startSession } from '@kvartplata/contracts/auth/sign-in.ts';
import {
  disableTwoFactor,
  enableTwoFactor,
  setUpTwoFactor,
} from '@kvartplata/contracts/auth/two-factor.ts';
import { getCurrentUser } from '@kvartplata/contracts/auth/users.ts';
import { applyCycle } from '@kvartplata/contracts/billing/apply.ts';
import { listBillingChanges } from '@kvartplata/contracts/billing/audit.ts';
import { getCycle } from '@kvartplata/contracts/billing/cycles.ts';
import { listCoreChanges } from '@kvartplata/contracts/core/audit.ts';
import {
  acceptInvitation,
  createInvitation,
  listInvitations,
  listOwnInvitations,
} from '@kvartplata/contracts/core/invitations.ts';
import {
  listFormerMembers,
  listMembers,
  removeMember,
} from '@kvartplata/contracts/core/members.ts';
import type { OrganizationRole } from '@kvartplata/contracts/access.ts';
import { TOTP, URI } from 'otpauth';
import { day, say } from '../speech/speech.ts';
import { createApi, type Api, type Urls } from './api.ts';
import { signIn, type DemoPerson } from './bill-a-year.ts';
import { renderTable } from './table.ts';

export const BOOKKEEPER: DemoPerson = {
  firstName: 'Борис',
  lastName: 'Орлов',
  username: 'demo-bookkeeper',
  email: 'orlov@example.org',
  password: 'Ровный-Счёт-2026',
};
export const CHAIRMAN: DemoPerson = {
  firstName: 'Вера',
  lastName: 'Соколова',
  username: 'demo-chairman',
  email: 'sokolova@example.org',
  password: 'Совет-Дома-2026',
};

const FORMER: DemoPerson = {
  firstName: 'Илья',
  lastName: 'Громов',
  username: 'demo-former',
  email: 'gromov@example.org',
  password: 'Прежний-Счёт-2026',
};

/** Invited by e-mail; has not answered yet. */
const INVITED = { email: 'belova@example.org', role: 'accountant', language: 'ru' } as const;

/** The outcome of a request that is not refused. */
const READ = 'read';

export type Outcome = { readonly what: string; readonly holds: boolean };

/** What each of them tried, and whether the outcome is as expected. */
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
  const hasLeft = await comeAndLeave(owner, createApi(place.origin, urls), organizationId);
  await owner.call(createInvitation, { params: { organizationId }, body: INVITED });
  const { items: waiting } = await owner.call(listInvitations, { params: { organizationId } });

  const cycle = { params: { cycleId: place.cycleId } };
  return [
    ...(await useSecondFactor(bookkeeper)),
    await expect(
      say('наблюдатель видит месяц', 'the viewer reads the month'),
      READ,
      chairman.call(getCycle, cycle),
    ),
    await expect(
      say('провести его роль не позволяет', 'the role does not allow the viewer to apply it'),
      'forbidden',
      chairman.call(applyCycle, cycle),
    ),
    await expect(
      say('соседней компании его как будто нет', 'for a neighbour it does not exist'),
      'not-found',
      newcomer.call(getCycle, cycle),
    ),
    await expect(
      say('журнал изменений наблюдателю закрыт', 'the audit log is closed to the viewer'),
      'forbidden',
      chairman.call(listBillingChanges),
    ),
    {
      what: say(
        'прежний бухгалтер ушёл, и журнал называет его по имени',
        'a former accountant has left, and the audit log goes on naming them',
      ),
      holds: hasLeft,
    },
    {
      what: say(
        `ещё один бухгалтер приглашён письмом на ${INVITED.email} и пока не ответил`,
        `another accountant is invited by a letter to ${INVITED.email}, and is yet to answer`,
      ),
      holds: waiting.filter(({ email }) => email === INVITED.email).length === 1,
    },
  ];
}

type Deed = {
  readonly of: typeof listBillingChanges;
  readonly action: string;
  readonly what: string;
};

const DEEDS: readonly Deed[] = [
  {
    of: listBillingChanges,
    action: 'correction.charged',
    what: say('исправление доначислено', 'a correction was charged'),
  },
  {
    of: listBillingChanges,
    action: 'payment.reversed',
    what: say('платёж сторнирован', 'a payment was reversed'),
  },
  {
    of: listBillingChanges,
    action: 'cycle.closed',
    what: say('месяц закрыт', 'a month was closed'),
  },
  {
    of: listBillingChanges,
    action: 'dispute.settled',
    what: say('на возражение отвечено', 'an objection was answered'),
  },
  {
    of: listCoreChanges,
    action: 'house.changed',
    what: say('данные дома изменены', 'the facts of a house were changed'),
  },
  {
    of: listCoreChanges,
    action: 'invitation.accepted',
    what: say('приглашение принято', 'an invitation was accepted'),
  },
];

/** The newest entry of every kind, from the audit logs of core and billing. */
export async function auditTable({ call }: Api, organizationId: number): Promise<string> {
  const ofOrganization = { params: { organizationId } };
  const { items: members } = await call(listMembers, ofOrganization);
  const { items: former } = await call(listFormerMembers, ofOrganization);
  const names = new Map(
    [...members, ...former].map(({ userId, firstName, lastName }) => [
      userId,
      `${firstName} ${lastName}`,
    ]),
  );
  const found = await Promise.all(
    DEEDS.map(async ({ of, action, what }) => {
      const { items } = await call(of, { query: { organizationId, what: action, limit: 1 } });
      return items.map((entry) => ({ entry, what }));
    }),
  );
  return renderTable<{ readonly entry: AuditEntry; readonly what: string }>(
    [
      { title: say('Когда (UTC)', 'When (UTC)'), of: ({ entry }) => instant(entry.at) },
      { title: say('Кто', 'Who'), of: ({ entry }) => names.get(entry.userId ?? 0) ?? '' },
      { title: say('Что', 'What'), of: ({ what }) => what },
      { title: say('Номер', 'Number'), of: ({ entry }) => entry.objectId, align: 'right' },
    ],
    found.flat().toSorted((one, other) => one.entry.at.localeCompare(other.entry.at)),
  );
}

function instant(at: string): string {
  return `${day(at.slice(0, 10))} ${at.slice(11, 19)}`;
}

/**
 * Turns two-factor sign-in on, signs in with it, and turns it off with a recovery code, so that the next demo can do the same.
 */
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
    say('второй раз код настройки не подходит', 'the code of the setup is refused a second time'),
    'wrong-code',
    call(answerChallenge, { body: { challengeToken, code } }),
  );
  // No need to wait: the next code is valid half a minute early.
  const nextCode = authenticator.generate({ timestamp: Date.now() + 30_000 });
  await call(answerChallenge, { body: { challengeToken, code: nextCode } });
  await call(disableTwoFactor, { body: { password, recoveryCode: recoveryCodes[0] } });
  return [
    used,
    {
      what: say(
        'бухгалтер входит со следующим кодом',
        'the bookkeeper signs in with the next code',
      ),
      holds: true,
    },
  ];
}

/** Whether who has left is listed with the last role. */
async function comeAndLeave(owner: Api, person: Api, organizationId: number): Promise<boolean> {
  const { username } = FORMER;
  await signIn(person, FORMER);
  await bringIn(owner, person, organizationId, { username, role: 'accountant' });
  const { id: userId } = await person.call(getCurrentUser);
  await person.call(removeMember, { params: { organizationId, userId } });
  const { items } = await owner.call(listFormerMembers, { params: { organizationId } });
  return items.some((one) => one.userId === userId && one.role === 'accountant');
}

/** The company invites, and the person accepts; those of an earlier demo are members already. */
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

/** Whether it succeeds, or is refused with that code; another code is reported. */
export async function expect(
  what: string,
  answer: FailureCode | typeof READ,
  asked: Promise<unknown>,
): Promise<Outcome> {
  const got = await asked.then(
    () => READ,
    (error: unknown) => (error instanceof RequestFailure ? error.code : String(error)),
  );
  return { what: got === answer ? what : `${what} (${got})`, holds: got === answer };
}
