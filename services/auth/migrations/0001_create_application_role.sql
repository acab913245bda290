-- Queries run as a role that owns nothing and may delete nothing, so that the database itself can refuse them.
do $$
begin
  create role auth_app nologin;
exception
  when duplicate_object or unique_violation or insufficient_privilege then null;
end $$;

do $$
begin
  execute format('grant auth_app to %I', current_user);
exception
  when undefined_object or insufficient_privilege or invalid_grant_operation then null;
  when others then
    -- Superusers need no membership; two databases of one cluster may grant at the same moment.
    if sqlerrm not like '%concurrently updated%' then raise; end if;
end $$;
