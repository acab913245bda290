// Produces the OpenAPI document's examples of the registry.
import { test } from 'node:test';
import { createClient } from '@kvartplata/client/client.ts';
import {
  createAbsence,
  deleteAbsence,
  getAbsence,
  listAbsences,
  replaceAbsence,
} from '@kvartplata/contracts/core/absences.ts';
import { CORE } from '@kvartplata/contracts/core/catalogue.ts';
import {
  createHouse,
  deleteHouse,
  getHouse,
  listHouses,
  replaceHouse,
} from '@kvartplata/contracts/core/houses.ts';
import {
  acceptInvitation,
  createInvitation,
  declineInvitation,
  getInvitation,
  listInvitations,
  listOwnInvitations,
  withdrawInvitation,
} from '@kvartplata/contracts/core/invitations.ts';
import {
  changeMember,
  getMember,
  inviteMember,
  listFormerMembers,
  listMembers,
  removeMember,
  resetMemberTwoFactor,
} from '@kvartplata/contracts/core/members.ts';
import {
  createOrganization,
  deleteOrganization,
  getOrganization,
  listOrganizations,
  replaceOrganization,
} from '@kvartplata/contracts/core/organizations.ts';
import { createAccountTransfer } from '@kvartplata/contracts/core/account-transfers.ts';
import {
  createPersonalAccount,
  deletePersonalAccount,
  getPersonalAccount,
  listAccountsOfHouse,
  listPersonalAccounts,
  replacePersonalAccount,
} from '@kvartplata/contracts/core/personal-accounts.ts';
import {
  deleteRegisteredPersons,
  getRegisteredPersons,
  listRegisteredPersons,
  writeRegisteredPersons,
} from '@kvartplata/contracts/core/registered-persons.ts';
import {
  createRoom,
  deleteRoom,
  getRoom,
  listRooms,
  replaceRoom,
} from '@kvartplata/contracts/core/rooms.ts';
import { openExampleBook, operationsAbout } from '@kvartplata/platform/testing/example-book.ts';
import { injectedInto } from '@kvartplata/platform/testing/injected.ts';
import type { UsersClient } from '../access/users-client.ts';
import { createTestApp } from '../testing/test-app.ts';

const EXAMPLES = new URL('../../../../contracts/core/examples/registry.json', import.meta.url);
const TAGS = [
  'organizations',
  'members',
  'invitations',
  'houses',
  'rooms',
  'personal-accounts',
  'registered-persons',
  'absences',
];
const PEOPLE = [
  { id: 1, username: 'anna', firstName: 'Анна', lastName: 'Иванова' },
  { id: 2, username: 'boris', firstName: 'Борис', lastName: 'Петров' },
];
const USERS: UsersClient = {
  listUsers: async (ids) => PEOPLE.filter(({ id }) => ids.includes(id)),
  writeInvitation: async () => {},
  resetSecondFactor: async () => 'reset',
  findNames: async (userId) => {
    const person = PEOPLE.find(({ id }) => id === userId);
    return person && { username: person.username, email: `${person.username}@example.org` };
  },
};

test('what the document shows of the registry is what the service answers', async () => {
  const core = await createTestApp('2026-08-15T09:00:00Z', USERS);
  core.books.answer = { appliedMonths: ['2026-07'], chargedMonths: [], hasCharges: false };
  const book = openExampleBook(core.app, operationsAbout(CORE, TAGS), EXAMPLES);
  const clientOf = async (userId: number) =>
    createClient({
      urls: { core: 'http://core' },
      transport: injectedInto(core.app),
      bearer: (await core.userAuthorization(userId)).slice('Bearer '.length),
    });
  const [anna, boris] = [await clientOf(1), await clientOf(2)];
  const seen = { ifMatch: '"1"' };

  const company = { name: 'ООО «Управляющая компания „Уют“»', inn: '7736050003' };
  const { id: organizationId } = await anna.call(createOrganization, { body: company });
  const ofCompany = { params: { organizationId } };
  await anna.call(listOrganizations);
  await anna.call(getOrganization, ofCompany);
  const named = { ...company, shortName: 'УК «Уют»' };
  await anna.call(replaceOrganization, { ...ofCompany, body: named, ...seen });

  const body = { email: 'boris@example.org', role: 'accountant' } as const;
  const first = await anna.call(createInvitation, { ...ofCompany, body });
  await anna.call(listInvitations, ofCompany);
  await anna.call(getInvitation, { params: { organizationId, invitationId: first.id } });
  await anna.call(withdrawInvitation, { params: { organizationId, invitationId: first.id } });
  const invited = { ...ofCompany, body: { username: 'boris', role: 'viewer' } } as const;
  const second = await anna.call(inviteMember, invited);
  await boris.call(listOwnInvitations);
  await boris.call(declineInvitation, { params: { invitationId: second.id } });
  const third = await anna.call(inviteMember, invited);
  await boris.call(acceptInvitation, { params: { invitationId: third.id } });
  await anna.call(listMembers, ofCompany);
  const membership = { params: { organizationId, userId: 2 } };
  await anna.call(getMember, membership);
  await anna.call(changeMember, { ...membership, body: { role: 'accountant' } });
  await anna.call(resetMemberTwoFactor, { ...membership, body: { language: 'en' } });
  await anna.call(removeMember, membership);
  await anna.call(listFormerMembers, ofCompany);

  const address = 'г. Самара, ул. Садовая, д. 12';
  const { id: houseId } = await anna.call(createHouse, { body: { organizationId, address } });
  const ofHouse = { params: { houseId } };
  await anna.call(listHouses, { query: { organizationId, search: 'садовая' } });
  await anna.call(getHouse, ofHouse);
  const whole = { address, commonArea: '1426.00', heatingMonths: [1, 2, 3, 4, 10, 11, 12] };
  await anna.call(replaceHouse, { ...ofHouse, body: whole, ...seen });

  const room = { number: '12а', area: '54.3' };
  const { id: roomId } = await anna.call(createRoom, { ...ofHouse, body: room });
  const ofRoom = { params: { roomId } };
  await anna.call(listRooms, { ...ofHouse, query: { limit: 100 } });
  await anna.call(getRoom, ofRoom);
  await anna.call(replaceRoom, { ...ofRoom, body: { ...room, area: '54.8' }, ...seen });

  const account = {
    roomId,
    accountNumber: '100012',
    payer: 'Кузнецова М. П.',
    openedOn: '2025-03-01',
  };
  const opened = { ...account, registeredPersons: 2 };
  const { id: personalAccountId } = await anna.call(createPersonalAccount, {
    ...ofHouse,
    body: opened,
  });
  const ofAccount = { params: { personalAccountId } };
  await anna.call(listPersonalAccounts, { query: { organizationId, search: 'кузнецова' } });
  await anna.call(listAccountsOfHouse, ofHouse);
  await anna.call(getPersonalAccount, ofAccount);
  const shared = { ...account, owners: 2 };
  await anna.call(replacePersonalAccount, { ...ofAccount, body: shared, ...seen });

  const validFrom = '2026-08-01';
  await anna.call(writeRegisteredPersons, { ...ofAccount, body: { count: 3, validFrom } });
  const entry = { params: { personalAccountId, validFrom } };
  await anna.call(listRegisteredPersons, ofAccount);
  await anna.call(getRegisteredPersons, entry);
  await anna.call(deleteRegisteredPersons, entry);

  const away = { from: '2026-07-05', to: '2026-07-14', persons: 1, basis: 'Билеты от 04.07.2026' };
  const { id: absenceId } = await anna.call(createAbsence, { ...ofAccount, body: away });
  const ofAbsence = { params: { absenceId } };
  await anna.call(listAbsences, ofAccount);
  await anna.call(getAbsence, ofAbsence);
  await anna.call(replaceAbsence, { ...ofAbsence, body: { ...away, to: '2026-07-20' }, ...seen });

  await anna.call(deleteAbsence, ofAbsence);
  const buyer = { payer: 'Новикова Анна Андреевна', registeredPersons: 1 };
  const { id: bought } = await anna.call(createAccountTransfer, {
    ...ofAccount,
    body: { on: '2026-07-16', ...buyer },
  });
  await anna.call(deletePersonalAccount, { params: { personalAccountId: bought } });
  await anna.call(deletePersonalAccount, ofAccount);
  await anna.call(deleteRoom, ofRoom);
  await anna.call(deleteHouse, ofHouse);
  await anna.call(deleteOrganization, ofCompany);

  await core.close();
  book.close();
});
