-- Benefits: the charges of some of an account's residents, by category, are lowered for the listed services.
create sequence benefit_ids as bigint;

create table benefits (
  organization_id bigint not null,
  house_id bigint not null,
  id bigint not null default nextval('benefit_ids'),
  personal_account_id bigint not null,
  category text not null,
  -- Of the entitled persons' part of a charge.
  share numeric(5, 4) not null,
  person_count integer not null,
  -- Whether consumption beyond the norm per person, or area beyond the social norm, is lowered too.
  limited_by text not null,
  -- The social norm in square metres: for one, for two together, for each of three or more.
  social_norm_one numeric(6, 2),
  social_norm_two numeric(6, 2),
  social_norm_each numeric(6, 2),
  basis text not null,
  valid_from calendar_day not null,
  valid_to calendar_day,
  version integer not null default 1,
  constraint benefits_pkey primary key (organization_id, house_id, id),
  constraint benefits_category_form check (category ~ '^[a-z]+(-[a-z]+)*$' and char_length(category) <= 40),
  constraint benefits_share_range check (share > 0 and share <= 1),
  constraint benefits_person_count_range check (person_count between 1 and 1000),
  constraint benefits_limited_by_known check (limited_by in ('norm', 'social-norm', 'none')),
  constraint benefits_social_norm_known check (
    num_nonnulls(social_norm_one, social_norm_two, social_norm_each) = case limited_by when 'social-norm' then 3 else 0 end
  ),
  constraint benefits_social_norm_range check (
    social_norm_one > 0 and social_norm_one <= social_norm_two and social_norm_two <= 3 * social_norm_each
    and social_norm_each <= 1000 and social_norm_two <= 1000
  ),
  constraint benefits_basis_length check (char_length(basis) between 1 and 500),
  constraint benefits_period_order check (valid_to >= valid_from),
  constraint benefits_version_range check (version between 1 and 2147483647)
);

select app.distribute('benefits');

alter table benefits add constraint benefits_account_fkey
  foreign key (organization_id, house_id, personal_account_id) references personal_accounts (organization_id, house_id, id);

create index benefits_id_idx on benefits (id);

create index benefits_account_idx on benefits (house_id, personal_account_id);

create table benefit_services (
  organization_id bigint not null,
  house_id bigint not null,
  benefit_id bigint not null,
  house_service_id bigint not null,
  constraint benefit_services_pkey primary key (organization_id, house_id, benefit_id, house_service_id)
);

select app.distribute('benefit_services');

alter table benefit_services add constraint benefit_services_benefit_fkey
  foreign key (organization_id, house_id, benefit_id) references benefits (organization_id, house_id, id);

alter table benefit_services add constraint benefit_services_house_service_fkey
  foreign key (organization_id, house_id, house_service_id) references house_services (organization_id, house_id, id);

create index benefit_services_house_service_idx on benefit_services (house_id, house_service_id);

select app.secure('benefits', 'app.may_write');

select app.secure('benefit_services', 'app.may_write');

select app.grant_to_application('select, insert, update, delete', 'benefits');

select app.grant_to_application('select, insert, delete', 'benefit_services');

select app.grant_to_application('usage', 'sequence benefit_ids');

-- Charges show the document of a benefit.
call app.count_changes_of('benefits', variadic '{}');

call app.count_changes_of('benefit_services', variadic '{}');
