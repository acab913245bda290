// The least that can serve the two reads: Fastify, pg, and the SQL statements of billing-service.
import Fastify from 'fastify';
import pg from 'pg';

const POOL_SIZE = 10;
const COLUMNS = 'house_id, personal_account_id, principal_debt, penalty_debt, last_updated_at';

const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: POOL_SIZE });
const app = Fastify();

app.get<{ Params: { house: string; account: string } }>('/:house/:account', async (request) => {
  const { house, account } = request.params;
  const { rows } = await pool.query<object>(
    `select ${COLUMNS} from account_balances where house_id = $1 and personal_account_id = $2`,
    [house, account],
  );
  return rows[0];
});

app.get<{ Querystring: { house: string; organization: string } }>('/', async (request) => {
  const { house, organization } = request.query;
  const { rows } = await pool.query<object>(
    `select ${COLUMNS} from account_balances
     where house_id = any($1::bigint[]) and organization_id = any($2::bigint[])
     order by house_id, personal_account_id limit $3`,
    [[house], [organization], 50],
  );
  return { items: rows };
});

await app.listen({ port: 0, host: '127.0.0.1' });
process.send?.({ ready: app.listeningOrigin });
