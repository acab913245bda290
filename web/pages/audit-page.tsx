// /audit: who changed what in the organization; the history of one record, and its state on a certain day.
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { AuditFilterBar } from '../features/audit/audit-filter.tsx';
import { logOf, LOGS } from '../features/audit/audit.ts';
import { ChangeList } from '../features/audit/change-list.tsx';
import { RecordAsOf } from '../features/audit/record-as-of.tsx';
import { ServiceName } from '../features/house-services/service-name.tsx';
import { formerMembersOf, membersOf, nameOf } from '../features/members/members.ts';
import { MeterName } from '../features/meters/meter-name.tsx';
import { AccountName } from '../features/personal-accounts/account-name.tsx';
import { useMay } from '../lib/role.ts';
import { inBoth, useWords } from '../lib/words.ts';
import { Page } from '../ui/page.tsx';
import { Empty } from '../ui/states.tsx';
import { HouseName } from './house-name.tsx';
import { OfOrganization } from './of-organization.tsx';

const WORDS = inBoth(
  {
    title: 'Журнал изменений',
    history: 'История записи',
    notYours: 'Журнал читает владелец организации.',
  },
  {
    title: 'Audit log',
    history: 'History of a record',
    notYours: 'The audit log is available to owners of the organization.',
  },
);
const route = getRouteApi('/signed-in/audit');
const signedIn = getRouteApi('/signed-in');

export function AuditPage(): ReactElement {
  const t = useWords(WORDS);
  const { object = '' } = route.useSearch();
  const mayRead = useMay('owner');
  return (
    <OfOrganization>
      {({ id }) => (
        <Page title={object.includes(':') ? t.history : t.title}>
          {mayRead ? <Changes key={id} organizationId={id} /> : <Empty>{t.notYours}</Empty>}
        </Page>
      )}
    </OfOrganization>
  );
}

function Changes({ organizationId }: { readonly organizationId: number }): ReactElement {
  const { sort: _sort, find: _find, ...shown } = route.useSearch();
  const navigate = useNavigate();
  const isAdmin = signedIn.useRouteContext().user.roles.includes('admin');
  const logs = LOGS.filter((each) => each !== 'auth' || isAdmin);
  const { data: members = [] } = useQuery(membersOf(organizationId));
  const { data: former = [] } = useQuery(formerMembersOf(organizationId));
  const names = new Map([...members, ...former].map((one) => [one.userId, nameOf(one)]));
  const { object = 'core', ...rest } = shown;
  const known = LOGS.find((each) => each === object);
  const log = known ?? logOf(object);
  const isOne = object.includes(':');
  // Users belong to no organization, and a single record may belong to another one than the chosen.
  const isOfAnother = isOne || log === 'auth';
  const filter = {
    ...rest,
    ...(known === undefined ? { object } : {}),
    ...(isOfAnother ? {} : { organizationId }),
  };
  const list = (
    <section className="sheet">
      <AuditFilterBar
        shown={shown}
        logs={logs}
        names={names}
        onChange={(search) => void navigate({ to: '/audit', search, replace: true })}
      />
      <ChangeList
        log={log}
        filter={filter}
        names={names}
        naming={{
          house: (houseId) => <HouseName houseId={houseId} organizationId={organizationId} />,
          account: (id) => <AccountName id={id} />,
          service: (id) => <ServiceName id={id} />,
          meter: (id, houseId) => <MeterName id={id} houseId={houseId} />,
        }}
      />
    </section>
  );
  if (!isOne) return list;
  return (
    <div className="columns wide-first">
      {list}
      <RecordAsOf log={log} object={object} />
    </div>
  );
}
