// /organization: the card of the chosen organization, its members and invitations, and its payees.
import type { Organization } from '@kvartplata/contracts/core/organizations.ts';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState, type ReactElement } from 'react';
import { InvitationList } from '../features/invitations/invitation-list.tsx';
import { FormerMembers } from '../features/members/former-members.tsx';
import { MemberList } from '../features/members/member-list.tsx';
import { OrganizationForm } from '../features/organizations/organization-form.tsx';
import {
  changeOrganization,
  deleteOrganization,
  organizationOf,
  organizations,
} from '../features/organizations/organizations.ts';
import { PayeeList } from '../features/payees/payee-list.tsx';
import { LimitationSetting } from '../features/penalty-rules/limitation-setting.tsx';
import { webhooksOf } from '../features/webhooks/webhooks.ts';
import { useMay } from '../lib/role.ts';
import { inBoth, useWords } from '../lib/words.ts';
import { DeleteButton } from '../ui/delete-button.tsx';
import { ForRole } from '../ui/for-role.tsx';
import { Page, Sheet } from '../ui/page.tsx';
import { Answered } from '../ui/states.tsx';
import { tell } from '../ui/toasts.tsx';
import { OfOrganization } from './of-organization.tsx';

const WORDS = inBoth(
  {
    card: 'Карточка организации',
    saved: 'Карточка сохранена.',
    sure: 'Удалить организацию? Вместе с ней исчезнут роли сотрудников и приглашения. Организацию, у которой есть дома, удалить нельзя.',
    deleted: 'Организация удалена.',
    left: 'Вы больше не сотрудник организации.',
    audit: 'Журнал изменений',
    programs: 'Программы',
    deliveries: 'Отправленные письма',
    law: 'Закон по пунктам',
  },
  {
    card: 'Organization details',
    saved: 'Organization saved.',
    sure: 'Delete the organization? Its members and invitations go with it. An organization that has houses cannot be deleted.',
    deleted: 'Organization deleted.',
    left: 'You are no longer a member of the organization.',
    audit: 'Audit log',
    programs: 'Programs',
    deliveries: 'Sent e-mail',
    law: 'The law by paragraphs',
  },
);
const route = getRouteApi('/signed-in');

export function OrganizationPage(): ReactElement {
  const t = useWords(WORDS);
  return (
    <OfOrganization>
      {({ id, name }) => (
        <Page
          title={name}
          actions={
            <>
              <Link to="/law">{t.law}</Link>
              <Link to="/deliveries">{t.deliveries}</Link>
              <Link to="/programs">{t.programs}</Link>
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
              <PayeeList organizationId={id} />
              <Members organizationId={id} />
              <ForRole least="owner">
                <InvitationList organizationId={id} />
                <FormerMembers organizationId={id} />
              </ForRole>
            </div>
          </div>
        </Page>
      )}
    </OfOrganization>
  );
}

function Members({ organizationId }: { readonly organizationId: number }): ReactElement {
  const t = useWords(WORDS);
  const { user } = route.useRouteContext();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { data } = useInfiniteQuery({ ...webhooksOf(organizationId), enabled: useMay('owner') });
  const webhooks = data?.pages.flatMap(({ items }) => items) ?? [];
  const byMaker = Map.groupBy(webhooks, ({ userId }) => userId);
  return (
    <MemberList
      organizationId={organizationId}
      userId={user.id}
      addressesBy={
        new Map([...byMaker].map(([userId, all]) => [userId, all.map(({ url }) => url)]))
      }
      onLeft={async () => {
        tell(t.left);
        // Read again, not only shortened: an admin of the platform still sees the organization.
        await client.invalidateQueries({ queryKey: organizations.queryKey });
        await navigate({ to: '/' });
      }}
    />
  );
}

function Card({ id }: { readonly id: number }): ReactElement {
  const t = useWords(WORDS);
  const query = useQuery({
    ...organizationOf(id),
    // Another version would replace the form with all input, whenever the user or the network comes back.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
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
  const navigate = useNavigate();
  const [version, setVersion] = useState(etag);
  const own = organizationOf(organization.id);
  return (
    <div className="stack">
      <OrganizationForm
        organization={organization}
        readTheirs={async () => {
          // Bypasses the cache, because reloading would remove the form with all input.
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
      <ForRole least="owner">
        <DeleteButton
          what={t.sure}
          act={async () => {
            await deleteOrganization(organization.id, version);
            tell(t.deleted);
            // No page reads it any more.
            client.setQueryData(organizations.queryKey, (all) =>
              all?.filter(({ id }) => id !== organization.id),
            );
            await navigate({ to: '/' });
          }}
        />
      </ForRole>
    </div>
  );
}
