-- Who manages houses, which users may act for them, and who is invited to: everything else in this database belongs to one of
-- these organizations. They are few and every request reads them, so they are replicated to every node.
create sequence organization_ids as bigint;
create sequence invitation_ids as bigint;

create table organizations (
  id bigint not null default nextval('organization_ids'),
  name text not null,
  short_name text,
  inn text,
  kpp text,
  ogrn text,
  legal_address text,
  phone text,
  email text,
  website text,
  bank_name text,
  bic text,
  settlement_account text,
  correspondent_account text,
  -- An adjustment above it waits until a second person confirms it.
  confirm_above numeric(14, 2),
  step_up_above numeric(14, 2),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint organizations_pkey primary key (id),
  constraint organizations_name_length check (char_length(name) between 1 and 300),
  constraint organizations_short_name_length check (char_length(short_name) between 1 and 100),
  constraint organizations_inn_digits check (inn ~ '^([0-9]{10}|[0-9]{12})$'),
  constraint organizations_kpp_form check (kpp ~ '^[0-9]{4}[0-9A-Z]{2}[0-9]{3}$'),
  constraint organizations_ogrn_digits check (ogrn ~ '^([0-9]{13}|[0-9]{15})$'),
  constraint organizations_legal_address_length check (char_length(legal_address) between 1 and 500),
  constraint organizations_phone_length check (char_length(phone) between 1 and 50),
  constraint organizations_email_length check (char_length(email) between 3 and 254),
  constraint organizations_website_length check (char_length(website) between 1 and 200),
  constraint organizations_bank_name_length check (char_length(bank_name) between 1 and 200),
  constraint organizations_bic_digits check (bic ~ '^[0-9]{9}$'),
  constraint organizations_settlement_account_digits check (settlement_account ~ '^[0-9]{20}$'),
  constraint organizations_correspondent_account_digits check (correspondent_account ~ '^[0-9]{20}$'),
  constraint organizations_confirm_above_range check (confirm_above between 0 and 999999999.99),
  constraint organizations_step_up_above_range check (step_up_above between 0 and 999999999.99),
  constraint organizations_version_range check (version between 1 and 2147483647)
);

select app.replicate('organizations');

-- User ids are the auth-service's; there is no foreign key across databases.
create table organization_members (
  organization_id bigint not null,
  user_id bigint not null,
  role text not null,
  created_at timestamptz not null default now(),
  constraint organization_members_pkey primary key (organization_id, user_id),
  constraint organization_members_user_id_range check (user_id between 1 and 9007199254740991),
  constraint organization_members_role_known check (role in ('owner', 'accountant', 'viewer'))
);

select app.replicate('organization_members');

alter table organization_members add constraint organization_members_organization_fkey
  foreign key (organization_id) references organizations (id);

create index organization_members_user_id_idx on organization_members (user_id);

-- Invitations to join an organization, with their answers: nobody becomes a member without accepting. A row has what the owner
-- entered and no user id, so that it does not reveal whether the person exists.
create table invitations (
  id bigint not null default nextval('invitation_ids'),
  organization_id bigint not null,
  addressed_by text not null,
  addressee text not null,
  addressee_key text not null,
  role text not null,
  status text not null default 'WAITING',
  created_at timestamptz not null,
  expires_at timestamptz not null,
  constraint invitations_pkey primary key (id),
  constraint invitations_addressed_by_known check (addressed_by in ('username', 'email')),
  constraint invitations_addressee_length check (char_length(addressee) between 1 and 254),
  constraint invitations_addressee_key_length check (char_length(addressee_key) between 1 and 254),
  constraint invitations_role_known check (role in ('owner', 'accountant', 'viewer')),
  constraint invitations_status_known check (status in ('WAITING', 'ACCEPTED', 'DECLINED', 'WITHDRAWN')),
  constraint invitations_expire_later check (expires_at > created_at)
);

select app.replicate('invitations');

alter table invitations add constraint invitations_organization_fkey
  foreign key (organization_id) references organizations (id);

create unique index invitations_waiting_once on invitations (organization_id, addressed_by, addressee_key)
  where status = 'WAITING';

create index invitations_organization_id_idx on invitations (organization_id, id);

create index invitations_addressee_idx on invitations (addressed_by, addressee_key, id);

alter table organizations enable row level security;

create policy seen on organizations for select using (app.may_see(id));

create policy written on organizations for insert with check (app.may_own(id));

create policy changed on organizations for update using (app.may_own(id));

create policy deleted on organizations for delete using (app.may_own(id));

select app.secure('organization_members', 'app.may_own');

-- An invitation is also seen and answered by its addressee, who does not belong to the organization yet.
alter table invitations enable row level security;

create policy seen on invitations for select using (
  app.may_own(organization_id)
  or (addressed_by = 'username' and addressee_key = app.own_name('username'))
  or (addressed_by = 'email' and addressee_key = app.own_name('email'))
);

create policy written on invitations for insert with check (app.may_own(organization_id));

create policy changed on invitations for update using (
  app.may_own(organization_id)
  or (addressed_by = 'username' and addressee_key = app.own_name('username'))
  or (addressed_by = 'email' and addressee_key = app.own_name('email'))
);

create policy deleted on invitations for delete using (app.may_own(organization_id));

select app.grant_to_application('select, insert, update, delete', 'organizations, organization_members, invitations');

select app.grant_to_application('usage', 'sequence organization_ids, invitation_ids');
