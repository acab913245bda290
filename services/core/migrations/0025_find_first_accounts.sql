-- The first day of a house's accounts is read off the end of an index, however many accounts it has.
create index personal_accounts_opened_idx on personal_accounts (house_id, opened_on);
