// The registry: organizations, houses and accounts.
import { itemsOf } from '@kvartplata/client/pages.ts';
import { listHouses } from '@kvartplata/contracts/core/houses.ts';
import { listOrganizations } from '@kvartplata/contracts/core/organizations.ts';
import { listPersonalAccounts } from '@kvartplata/contracts/core/personal-accounts.ts';
import type { Command } from '../command.ts';
import type { OptionFacts } from '../given.ts';
import { HOUSE, ORGANIZATION } from '../places.ts';
import { ROLES } from '../state-words.ts';

const SEARCH: OptionFacts = {
  value: 'TEXT',
  words: {
    ru: 'слова, каждое из которых должно найтись',
    en: 'words, each of which has to be found',
  },
};

const organizations: Command = {
  name: 'organizations',
  words: { ru: 'ваши организации', en: 'your organizations' },
  options: {},
  run: async ({ connect, output }) =>
    output.list(
      [
        { title: { ru: '№', en: 'id' }, of: ({ id }) => String(id), isFigure: true },
        { title: { ru: 'организация', en: 'organization' }, of: ({ name }) => name },
        { title: { ru: 'роль', en: 'role' }, of: ({ role }, { say }) => say(ROLES[role]) },
      ],
      await (await connect()).call(listOrganizations),
    ),
};

const houses: Command = {
  name: 'houses',
  words: { ru: 'дома по адресам', en: 'houses by their addresses' },
  options: { organization: ORGANIZATION, search: SEARCH },
  run: async ({ connect, given, output }) => {
    const query = { organizationId: given.id('organization'), search: given.text('search') };
    await output.list(
      [
        { title: { ru: '№', en: 'id' }, of: ({ id }) => String(id), isFigure: true },
        { title: { ru: 'адрес', en: 'address' }, of: ({ address }) => address },
        {
          title: { ru: 'счетов', en: 'accounts' },
          of: ({ accounts }) => String(accounts),
          isFigure: true,
        },
        {
          title: { ru: 'с месяца', en: 'since' },
          of: ({ firstMonth }, { date }) => date(firstMonth),
        },
      ],
      itemsOf(await connect(), listHouses, { query }),
    );
  },
};

const accounts: Command = {
  name: 'accounts',
  words: { ru: 'лицевые счета', en: 'personal accounts' },
  options: { organization: ORGANIZATION, house: HOUSE, search: SEARCH },
  run: async ({ connect, given, output }) => {
    const query = {
      organizationId: given.id('organization'),
      houseId: given.id('house'),
      search: given.text('search'),
    };
    await output.list(
      [
        { title: { ru: '№', en: 'id' }, of: ({ id }) => String(id), isFigure: true },
        { title: { ru: 'счёт', en: 'account' }, of: ({ accountNumber }) => accountNumber },
        { title: { ru: 'адрес', en: 'address' }, of: ({ address }) => address },
        { title: { ru: 'помещение', en: 'room' }, of: ({ roomNumber }) => roomNumber },
        { title: { ru: 'плательщик', en: 'payer' }, of: ({ payer }) => payer },
        { title: { ru: 'закрыт', en: 'closed' }, of: ({ closedOn }, { date }) => date(closedOn) },
      ],
      itemsOf(await connect(), listPersonalAccounts, { query }),
    );
  },
};

export const REGISTRY_COMMANDS = [organizations, houses, accounts];
