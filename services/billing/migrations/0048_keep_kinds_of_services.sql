-- what kind of service a charge is of decides by which scale its penalties count, and what it is called within a sentence
-- how a charge is told: facts of core's catalogue, kept beside the name of the service.
alter table charged_services
  add column kind text not null default 'utility'
    constraint charged_services_kind_known check (kind in ('housing', 'utility', 'major-repairs', 'other')),
  add column everyday_name_ru text
    constraint charged_services_everyday_name_ru_length check (char_length(everyday_name_ru) between 1 and 100),
  add column everyday_name_en text
    constraint charged_services_everyday_name_en_length check (char_length(everyday_name_en) between 1 and 100);

-- The default was for the rows that were there: from now on every row says its kind.
alter table charged_services alter column kind drop default;
