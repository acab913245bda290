-- The month of an import is one of the platform's calendar, as every other day in these tables is.
alter table imports
  add constraint imports_period_range check (period between '2000-01-01' and '2999-12-31');
