-- The answers of ГИС ЖКХ to payments: the number assigned to each accepted payment, with which it can be cancelled there.
create table gis_payments (
  organization_id bigint not null,
  house_id bigint not null,
  personal_account_id bigint not null,
  payment_id bigint not null,
  -- [{code, description}]; empty for an accepted one.
  errors jsonb not null constraint gis_payments_errors_is_list check (jsonb_typeof(errors) = 'array')
    constraint gis_payments_errors_size check (pg_column_size(errors) <= 100000),
  unique_number text constraint gis_payments_unique_number_length check (char_length(unique_number) between 1 and 50),
  answered_at timestamptz not null,
  constraint gis_payments_pkey primary key (organization_id, house_id, personal_account_id, payment_id)
);

select app.distribute('gis_payments');

alter table gis_payments add constraint gis_payments_payment_fkey
  foreign key (organization_id, house_id, personal_account_id, payment_id)
  references payments (organization_id, house_id, personal_account_id, id);

select app.secure('gis_payments', 'app.may_write');

select app.grant_to_application('select, insert, update', 'gis_payments');
