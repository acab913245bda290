// Anything that runs a statement: a database or a transaction, with any tables.
import type { QueryExecutorProvider } from 'kysely';

export type Executor = QueryExecutorProvider;
