-- What is booked belongs to the month of its day while that is not closed, else to the first month that is not closed.

-- The month to book something of `day` in, which stays open until the transaction ends; `day` is not in the future. No
-- month before `first_month` is booked in, unless that is still to come. Without it the answer is null where only the
-- organization's first month could tell: no cycle of that month or before it says that the organization was there.
create function app.month_to_book_in(organization bigint, day date, first_month date) returns date
language plpgsql volatile as $$
declare
  own date := date_trunc('month', day);
  closed date := app.closed_month_from(organization, own);
  month date := greatest(own, (closed + interval '1 month')::date);
begin
  if first_month is not null then
    month := greatest(month, least(first_month, date_trunc('month', now() at time zone 'Europe/Moscow')::date));
  elsif closed is null and not exists (
    select from billing_cycles where billing_cycles.organization_id = organization and billing_cycles.period <= own
  ) then
    return null;
  end if;
  perform app.ensure_month(month);
  return month;
end $$;

drop function app.open_month(bigint, date);
