-- The services that charge nothing to anybody in a house's month, although they should: they stand against closing it.
alter table house_months add column idle_services bigint[] not null default '{}'
  constraint house_months_idle_services_bounded check (cardinality(idle_services) <= 10000);
