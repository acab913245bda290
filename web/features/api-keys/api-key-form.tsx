// A new key: its purpose, its role, its last day.
import type { ApiKeyCreated } from '@kvartplata/contracts/auth/api-keys.ts';
import type { OrganizationRole } from '@kvartplata/contracts/access.ts';
import { roleCovers } from '@kvartplata/contracts/roles.ts';
import type { ReactElement } from 'react';
import { dayFrom, parseDay, showDay, today } from '../../lib/days.ts';
import { ROLES, roleWords } from '../../lib/role-words.ts';
import { useRole } from '../../lib/role.ts';
import { wrongDays } from '../../lib/typed-days.ts';
import { inBoth, useWords } from '../../lib/words.ts';
import { DateField, SelectField, TextField } from '../../ui/field.tsx';
import { Form, useForm } from '../../ui/form.tsx';
import { makeApiKey } from './api-keys.ts';

const WORDS = inBoth(
  {
    name: 'Название',
    nameHint: 'Какая программа: чат-бот, 1С, касса',
    role: 'Роль',
    roleHint: 'Не больше вашей. Если ваша роль станет меньше, ключ перестанет действовать.',
    expiresOn: 'Действует по',
    expiresOnHint: 'Не дольше двух лет',
    wrongDay: 'Нужен день, например 31.12.2026',
    make: 'Создать ключ',
  },
  {
    name: 'Name',
    nameHint: 'Which program: a chat bot, 1C, a till',
    role: 'Role',
    roleHint: 'At most yours. If your role becomes smaller, the key no longer works.',
    expiresOn: 'Valid until',
    expiresOnHint: 'At most two years',
    wrongDay: 'A day such as 31.12.2026',
    make: 'Make a key',
  },
);

const USUAL_DAYS = 365;

export function ApiKeyForm({
  organizationId,
  onMade,
}: {
  readonly organizationId: number;
  readonly onMade: (created: ApiKeyCreated) => Promise<void>;
}): ReactElement {
  const t = useWords(WORDS);
  const roles = useWords(roleWords);
  const held = useRole();
  const form = useForm({
    initial: { name: '', role: 'viewer', expiresOn: showDay(dayFrom(today(), USUAL_DAYS)) },
    required: ['name', 'expiresOn'],
    check: (typed) => wrongDays(typed, ['expiresOn'], t.wrongDay),
    save: async ({ name, role, expiresOn }) =>
      onMade(
        await makeApiKey({
          organizationId,
          name: name.trim(),
          role: role as OrganizationRole,
          expiresOn: parseDay(expiresOn) ?? expiresOn,
        }),
      ),
  });
  return (
    <Form of={form} save={t.make}>
      <TextField of={form.field('name')} label={t.name} hint={t.nameHint} autoFocus />
      <SelectField
        of={form.field('role')}
        label={t.role}
        hint={t.roleHint}
        options={ROLES.filter((role) => roleCovers(held, role)).map((role) => [role, roles[role]])}
      />
      <DateField of={form.field('expiresOn')} label={t.expiresOn} hint={t.expiresOnHint} />
    </Form>
  );
}
