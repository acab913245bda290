-- Where an organization's programs receive events, and the outbox of deliveries: written in the transaction of the event.
create sequence webhook_ids as bigint;

create table webhooks (
  organization_id bigint not null,
  id bigint not null default nextval('webhook_ids'),
  url text not null constraint webhooks_url_length check (char_length(url) between 1 and 1000),
  events text[] not null constraint webhooks_events_known
    check (events <@ array['month.applied', 'month.closed', 'payment.booked', 'payment.reversed', 'job.finished', 'dispute.opened']
      and cardinality(events) between 1 and 6),
  -- AES-256-GCM: 12 bytes of nonce, the secret, 16 bytes of tag.
  secret_encrypted bytea not null constraint webhooks_secret_encrypted_size check (octet_length(secret_encrypted) = 60),
  secret_kid text not null constraint webhooks_secret_kid_length check (char_length(secret_kid) between 1 and 16),
  created_by bigint not null,
  created_at timestamptz not null default now(),
  constraint webhooks_pkey primary key (organization_id, id)
);

create sequence webhook_delivery_ids as bigint;

create table webhook_deliveries (
  organization_id bigint not null,
  webhook_id bigint not null,
  id bigint not null default nextval('webhook_delivery_ids'),
  event text not null constraint webhook_deliveries_event_form check (event ~ '^[a-z]+\.[a-z]+$' and char_length(event) <= 60),
  data jsonb not null constraint webhook_deliveries_data_size check (octet_length(data::text) <= 1000000),
  occurred_at timestamptz not null default now(),
  status text not null default 'WAITING'
    constraint webhook_deliveries_status_known check (status in ('WAITING', 'DELIVERED', 'GIVEN_UP')),
  attempts integer not null default 0 constraint webhook_deliveries_attempts_range check (attempts between 0 and 100),
  next_attempt_at timestamptz not null default now(),
  -- While it is being sent: when another process may assume that the sender is dead.
  taken_until timestamptz,
  last_attempt_at timestamptz,
  -- The HTTP status of the last response.
  answered integer constraint webhook_deliveries_answered_range check (answered between 100 and 999),
  -- Why the last attempt failed.
  failure text constraint webhook_deliveries_failure_is_code check (failure ~ '^[a-z]+(-[a-z]+)*$' and char_length(failure) <= 64),
  constraint webhook_deliveries_pkey primary key (organization_id, webhook_id, id)
);
create index webhook_deliveries_due on webhook_deliveries (next_attempt_at) where status = 'WAITING';
-- However many events a webhook that was away has waiting, the next ones of it, and the one being sent, are found at once.
create index webhook_deliveries_next on webhook_deliveries (organization_id, webhook_id, occurred_at, id) where status = 'WAITING';
create index webhook_deliveries_taken on webhook_deliveries (organization_id, webhook_id) where taken_until is not null;
create index webhook_deliveries_occurred_at on webhook_deliveries (occurred_at);

select app.distribute('webhooks');
select app.distribute('webhook_deliveries');

-- Puts an event into the outbox of each webhook of the organization that subscribes to it.
create function app.tell_webhooks(organization bigint, told text, told_data jsonb) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare
  hook record;
begin
  for hook in
    select webhooks.id from webhooks where webhooks.organization_id = organization and told = any (webhooks.events)
  loop
    insert into webhook_deliveries (organization_id, webhook_id, event, data)
    values (organization, hook.id, told, told_data);
  end loop;
end $$;

-- Events that are in the audit log and that programs subscribe to. An organization without webhooks costs one index lookup.
create function app.tell_webhooks_of_audit() returns trigger
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare
  owner record;
  entry record;
begin
  for owner in
    select distinct added.organization_id from added
    where added.action in ('cycle.applied', 'cycle.closed', 'payment.booked', 'payment.reversed', 'dispute.opened')
  loop
    if not exists (select from webhooks where webhooks.organization_id = owner.organization_id) then
      continue;
    end if;
    for entry in
      select added.action, added.object_id, added.after from added
      where added.organization_id = owner.organization_id
        and added.action in ('cycle.applied', 'cycle.closed', 'payment.booked', 'payment.reversed', 'dispute.opened')
      order by added.id
    loop
      perform app.tell_webhooks(owner.organization_id, replace(entry.action, 'cycle.', 'month.'),
        jsonb_build_object('organizationId', owner.organization_id, 'id', entry.object_id::bigint)
          || (coalesce(entry.after, '{}') - 'checks'));
    end loop;
  end loop;
  return null;
end $$;

create trigger audit_log_told after insert on audit_log referencing new table as added
  for each statement execute function app.tell_webhooks_of_audit();

-- The kind of the job is the trigger's argument.
create function app.tell_webhooks_of_job() returns trigger
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  perform app.tell_webhooks(new.organization_id, 'job.finished', jsonb_build_object(
    'organizationId', new.organization_id, 'kind', tg_argv[0], 'id', new.id, 'status', new.status));
  return null;
end $$;

create trigger calculation_jobs_told after update on calculation_jobs for each row
  when (old.finished_at is null and new.finished_at is not null)
  execute function app.tell_webhooks_of_job('calculation');
create trigger penalty_accrual_jobs_told after update on penalty_accrual_jobs for each row
  when (old.finished_at is null and new.finished_at is not null)
  execute function app.tell_webhooks_of_job('penalty-accrual');
create trigger payment_imports_told after update on payment_imports for each row
  when (old.finished_at is null and new.finished_at is not null)
  execute function app.tell_webhooks_of_job('payment-import');
create trigger opening_imports_told after update on opening_imports for each row
  when (old.finished_at is null and new.finished_at is not null)
  execute function app.tell_webhooks_of_job('opening-import');
create trigger receipt_files_told after update on receipt_files for each row
  when (old.finished_at is null and new.finished_at is not null)
  execute function app.tell_webhooks_of_job('receipt-file');
create trigger debt_letters_told after update on debt_letters for each row
  when (old.finished_at is null and new.finished_at is not null)
  execute function app.tell_webhooks_of_job('debt-letters');

revoke execute on function app.tell_webhooks(bigint, text, jsonb) from public;

-- Only for owners: whoever receives the events gets the organization's figures.
alter table webhooks enable row level security;
create policy seen on webhooks for select using (app.may_own(organization_id));
create policy written on webhooks for insert with check (app.may_own(organization_id));
create policy changed on webhooks for update using (app.sees_all());
create policy deleted on webhooks for delete using (app.may_own(organization_id));

alter table webhook_deliveries enable row level security;
create policy seen on webhook_deliveries for select using (app.may_own(organization_id));
create policy written on webhook_deliveries for insert with check (app.may_own(organization_id));
create policy changed on webhook_deliveries for update using (app.sees_all());
create policy deleted on webhook_deliveries for delete using (app.may_own(organization_id));

select app.grant_to_application('usage', 'sequence webhook_ids, webhook_delivery_ids');
select app.grant_to_application('select, insert, delete', 'webhooks');
select app.grant_to_application('update (secret_encrypted, secret_kid)', 'webhooks');
select app.grant_to_application('select, insert, delete', 'webhook_deliveries');
select app.grant_to_application('update (status, attempts, next_attempt_at, taken_until, last_attempt_at, answered, failure)', 'webhook_deliveries');
