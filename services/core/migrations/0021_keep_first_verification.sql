-- What was known of a meter's verification before its first one was put down: earlier months are charged by it.
alter table meters add column first_verified_until calendar_day;
