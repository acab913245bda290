// /organization: the card of the chosen organization, its members, and who is asked to become one.
import type { Organization } from '@kvartplata/contracts/core/organizations.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState, type ReactElement } from 'react';
import { InvitationList } from '../features/invitations/invitation-list.tsx';
import { MemberList } from '../features/members/member-list.tsx';
import { OrganizationForm } from '../features/organizations/organization-form.tsx';
import {
  changeOrganization,
  organizationOf,
  organizations,
} from '../features/organizations/organizations.ts';
import { LimitationSetting } from '../features/penalty-rules/limitation-setting.tsx';
import { inBoth, useWords } from '../lib/words.ts';
import { ForRole } from '../ui/for-role.tsx';
import { Page, Sheet } from '../ui/page.tsx';
import { Answered } from '../ui/states.tsx';
import { tell } from '../ui/toasts.tsx';
import { OfOrganization } from './of-organization.tsx';

const WORDS = inBoth(
  {
    card: 'Карточка организации',
    saved: 'Карточка сохранена.',
    audit: 'Журнал изменений',
    law: 'Закон по пунктам',
  },
  {
    card: 'Organization details',
    saved: 'Organization saved.',
    audit: 'Audit log',
    law: 'The law by paragraphs',
  },
);
const route = getRouteApi('/signed-in');

export function OrganizationPage(): ReactElement {
  const t = useWords(WORDS);
  const { user } = route.useRouteContext();
  return (
    <OfOrganization>
      {({ id, name }) => (
        <Page
          title={name}
          actions={
            <>
              <Link to="/law">{t.law}</Link>
              <ForRole least="owner">
                <Link to="/audit">{t.audit}</Link>
              </ForRole>
            </>
          }
        >
          <div className="columns">
            <Card key={id} id={id} />
            <div className="stack">
              <LimitationSetting organizationId={id} />
              <MemberList organizationId={id} userId={user.id} />
              <ForRole least="owner">
                <InvitationList organizationId={id} />
              </ForRole>
            </div>
          </div>
        </Page>
      )}
    </OfOrganization>
  );
}

function Card({ id }: { readonly id: number }): ReactElement {
  const t = useWords(WORDS);
  const query = useQuery({ ...organizationOf(id), refetchOnWindowFocus: false });
  return (
    <Sheet title={t.card}>
      <div className="body">
        <Answered query={query}>
          {({ record, etag }) => <CardForm key={etag} organization={record} etag={etag} />}
        </Answered>
      </div>
    </Sheet>
  );
}

function CardForm({
  organization,
  etag,
}: {
  readonly organization: Organization;
  readonly etag: string | undefined;
}): ReactElement {
  const t = useWords(WORDS);
  const client = useQueryClient();
  const [version, setVersion] = useState(etag);
  const own = organizationOf(organization.id);
  return (
    <OrganizationForm
      organization={organization}
      readTheirs={async () => {
        // Past what the page remembers, which would take the form away with all that is typed.
        const { record, etag: newest } = await own.read();
        setVersion(newest);
        return record;
      }}
      save={async (body) => {
        const changed = await changeOrganization(organization.id, version, body);
        client.setQueryData(own.queryKey, changed);
        await client.invalidateQueries({ queryKey: organizations.queryKey });
        tell(t.saved);
      }}
    />
  );
}
