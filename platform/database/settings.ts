// Settings at the start of a transaction, such as the organizations that row-level security lets it see. They end with the
// transaction, so that nothing is left on the connection for its next user, whichever pooler is in between.

/** By name: one of PostgreSQL's own, such as `lock_timeout`, or one with a dot, such as `app.viewer_of`. */
export type Settings = Readonly<Record<string, string>>;

const NAME = /^[a-z_]+(?:\.[a-z_]+)?$/;

/** Statements that set them until the end of the transaction. */
export function statementsOf(settings: Settings): readonly string[] {
  return Object.entries(settings).map(
    ([name, value]) => `set local ${checked(name)} = '${value.replaceAll("'", "''")}'`,
  );
}

export type SettingStatement = {
  readonly name: string;
  readonly text: string;
  readonly values: readonly string[];
};

/** The same as one statement, whose text does not depend on the values. */
export function settingStatement(settings: Settings): SettingStatement {
  const names = Object.keys(settings);
  const calls = names.map((name, index) => `set_config('${checked(name)}', $${index + 1}, true)`);
  return {
    name: names.join(','),
    text: `select ${calls.join(', ')}`,
    values: Object.values(settings),
  };
}

function checked(name: string): string {
  if (!NAME.test(name)) throw new Error(`${name} is no name of a setting`);
  return name;
}
