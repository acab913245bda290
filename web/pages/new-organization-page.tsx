// /organizations/new
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { OrganizationForm } from '../features/organizations/organization-form.tsx';
import {
  addOrganization,
  chooseOrganization,
  organizations,
} from '../features/organizations/organizations.ts';
import { inBoth, useWords } from '../lib/words.ts';
import { Page, Sheet } from '../ui/page.tsx';

const WORDS = inBoth(
  {
    title: 'Новая организация',
    card: 'Карточка',
    create: 'Создать',
    later: 'Достаточно названия: остальное можно дописать позже.',
  },
  {
    title: 'New organization',
    card: 'Details',
    create: 'Create',
    later: 'The name is enough for now.',
  },
);

export function NewOrganizationPage(): ReactElement {
  const t = useWords(WORDS);
  const client = useQueryClient();
  const navigate = useNavigate();
  return (
    <Page title={t.title}>
      <Sheet title={t.card}>
        <div className="body stack narrow">
          <p className="soft">{t.later}</p>
          <OrganizationForm
            saveText={t.create}
            save={async (body) => {
              const { id } = await addOrganization(body);
              chooseOrganization(id);
              await client.invalidateQueries({ queryKey: organizations.queryKey });
              await navigate({ to: '/' });
            }}
          />
        </div>
      </Sheet>
    </Page>
  );
}
