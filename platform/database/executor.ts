// Whatever runs a statement: a database or a transaction, whatever tables it knows.
import type { QueryExecutorProvider } from 'kysely';

export type Executor = QueryExecutorProvider;
