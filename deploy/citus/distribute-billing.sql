-- A billing database that was filled on plain PostgreSQL becomes a distributed one: once, by the owner, on the coordinator,
-- with the services stopped and the workers known (docs/operating/distributed-database.md). A database that has the
-- extension before its first migration needs none of this: the migrations then do the same.
create extension if not exists citus;
-- Every trigger of ours looks at rows of one house, which lie together on one node.
set citus.enable_unsafe_triggers = on;
begin;

-- Whole on every node.
select app.replicate('billing_cycles');
select app.replicate('penalty_rates');
select app.replicate('penalty_rules');

-- By house, so that what belongs to a house lies on one node; each before those that refer to it.
select app.distribute('charged_services', 'house_id');
select app.distribute('house_months', 'house_id');
select app.distribute('charges', 'house_id');
select app.distribute('ledger_entries', 'house_id');
select app.distribute('account_balances', 'house_id');
select app.distribute('payments', 'house_id');
select app.distribute('payment_allocations', 'house_id');
select app.distribute('stornos', 'house_id');
select app.distribute('skipped_accounts', 'house_id');
select app.distribute('ledger_links', 'house_id');
select app.distribute('ledger_heads', 'house_id');
select app.distribute('unlinked_bookings', 'house_id');
select app.distribute('corrections', 'house_id');
select app.distribute('penalty_accruals', 'house_id');
select app.distribute('penalty_accrual_debts', 'house_id');
select app.distribute('disputes', 'house_id');

commit;
