-- Whether common-house needs are limited to their norm is null where nobody has settled it: then they are where there is
-- a norm. Until now a house that nobody had asked about could not be told from one whose owners have settled the limit.
alter table houses alter column odn_capped drop not null;
alter table houses alter column odn_capped drop default;
update houses set odn_capped = null where odn_capped;
