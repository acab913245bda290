// Runs a statement with its settings as one transaction without begin and commit: both are sent before one sync, and PostgreSQL
// commits or rolls back everything before a sync as a whole. The settings are a prepared statement, which each session plans
// once.
import pg from 'pg';
import { settingStatement, type Settings } from './settings.ts';

/** What the library's own class has but its types do not declare. */
type Internals = {
  prepare(connection: Connection): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: Connection): void;
};

type Connection = {
  /** Prepared statements of the connection, by name. */
  readonly parsedStatements: Record<string, string>;
  parse(statement: { readonly name: string; readonly text: string }): void;
  bind(portal: { readonly statement: string; readonly values: readonly string[] }): void;
  execute(portal: { readonly portal: string }): void;
};

export type Answered = (error: Error | null | undefined, result: pg.QueryResult) => void;

const LibraryQuery = pg.Query as unknown as new (
  config: pg.QueryConfig & { readonly queryMode: 'extended' },
  values: undefined,
  answered: Answered,
) => pg.Query & Internals;

/** A class because a pipelined client only accepts the library's own. */
export class QueryWithSettings extends LibraryQuery {
  readonly #settings: Settings;
  #areSet = false;

  constructor(settings: Settings, config: pg.QueryConfig, answered: Answered) {
    super({ ...config, queryMode: 'extended' }, undefined, answered);
    this.#settings = settings;
  }

  /** False when it failed before its own statement: it is unknown then what is prepared on the connection. */
  get areSet(): boolean {
    return this.#areSet;
  }

  override prepare(connection: Connection): void {
    const { name, text, values } = settingStatement(this.#settings);
    if (connection.parsedStatements[name] !== text) {
      connection.parse({ name, text });
      connection.parsedStatements[name] = text;
    }
    connection.bind({ statement: name, values });
    connection.execute({ portal: '' });
    super.prepare(connection);
  }

  override handleDataRow(message: unknown): void {
    if (this.#areSet) super.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, connection: Connection): void {
    if (this.#areSet) super.handleCommandComplete(message, connection);
    this.#areSet = true;
  }
}
