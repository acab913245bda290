-- Payments, and which month's debt each has paid. Both only grow: a payment is taken back by a storno, and a part that
-- moves from one month to another is a row below zero and a row above.
create table payments (
  house_id bigint not null,
  id bigint not null,
  personal_account_id bigint not null,
  organization_id bigint not null,
  amount numeric(14, 2) not null
    constraint payments_amount_range check (amount > 0 and amount <= 999999999.99),
  principal_amount numeric(14, 2) not null
    constraint payments_principal_range check (principal_amount between 0 and 999999999.99),
  penalty_amount numeric(14, 2) not null
    constraint payments_penalty_range check (penalty_amount between 0 and 999999999.99),
  paid_on date not null constraint payments_paid_on_range check (paid_on between '2000-01-01' and '2999-12-31'),
  -- The month that the payer has named.
  named_period date constraint payments_named_period_is_month
    check (extract(day from named_period) = 1 and named_period between '2000-01-01' and '2999-12-01'),
  -- The month of its ledger entries.
  booked_in date not null constraint payments_booked_in_is_month check (extract(day from booked_in) = 1),
  source text not null constraint payments_source_length check (char_length(source) between 1 and 50),
  reference text constraint payments_reference_length check (char_length(reference) between 1 and 100),
  created_at timestamptz not null default now(),
  constraint payments_pkey primary key (house_id, personal_account_id, id),
  constraint payments_parts_are_whole check (principal_amount + penalty_amount = amount)
);

create index payments_newest on payments (organization_id, id);
create index payments_named on payments (house_id, named_period) where named_period is not null;
-- Ids grow with the rows, so a few pages of a block-range index find one of them.
create index payments_id on payments using brin (id) with (pages_per_range = 16);

create table payment_allocations (
  house_id bigint not null,
  personal_account_id bigint not null,
  id bigint not null,
  organization_id bigint not null,
  payment_id bigint not null,
  debt_kind text not null
    constraint payment_allocations_debt_kind_known check (debt_kind in ('principal', 'penalty')),
  -- Whose debt it pays; null is an advance.
  period date constraint payment_allocations_period_is_month check (extract(day from period) = 1),
  -- Below zero it takes back what a row before has put there.
  amount numeric(14, 2) not null
    constraint payment_allocations_amount_range check (amount between -999999999.99 and 999999999.99 and amount <> 0),
  -- What had it put or moved here: a payment (this one, or one of an earlier day that came later), a storno, or the
  -- charges of a cycle; and its id.
  reason text not null constraint payment_allocations_reason_known
    check (reason in ('payment', 'payment-storno', 'charge-storno', 'new-charges')),
  cause_id bigint not null,
  created_at timestamptz not null default now(),
  constraint payment_allocations_pkey primary key (house_id, personal_account_id, id)
);

-- What another system calls a payment, booked once in the whole organization.
create table payment_references (
  organization_id bigint not null,
  source text not null constraint payment_references_source_length check (char_length(source) between 1 and 50),
  reference text not null
    constraint payment_references_reference_length check (char_length(reference) between 1 and 100),
  house_id bigint not null,
  payment_id bigint not null,
  constraint payment_references_pkey primary key (organization_id, source, reference)
);

select app.distribute('payments', 'house_id');
select app.distribute('payment_allocations', 'house_id');

do $$
declare
  target text;
  seen text := '(select app.sees_all()) or organization_id = any ((select app.organizations_of(%L))::bigint[])';
begin
  foreach target in array array['payments', 'payment_allocations', 'payment_references'] loop
    execute format('create trigger %I before update or delete on %I
      for each row execute function app.refuse_change()', target || '_only_grow', target);
    execute format('create trigger %I before truncate on %I
      for each statement execute function app.refuse_change()', target || '_never_truncated', target);
    execute format('alter table %I enable row level security', target);
    execute format('create policy seen on %I for select using (' || seen || ')', target, 'viewer');
    execute format('create policy written on %I for insert with check (' || seen || ')', target, 'accountant');
  end loop;
end $$;

-- The role is absent where nobody may create one: queries then run as the owner.
do $$
begin
  grant select, insert on payments, payment_allocations, payment_references to billing_app;
exception
  when undefined_object then null;
end $$;
