// What a transaction starts with, such as the organizations that row-level security lets it see. It lasts as long as
// the transaction, so nothing is left on a connection for the next one, whoever pools it.

/** By name with a dot, such as `app.viewer_of`. */
export type Settings = Readonly<Record<string, string>>;

const NAME = /^[a-z_]+\.[a-z_]+$/;

/** The statements that set them until the end of the transaction. */
export function sqlOf(settings: Settings): string {
  return Object.entries(settings)
    .map(([name, value]) => {
      if (!NAME.test(name)) throw new Error(`${name} is no name of a setting`);
      return `set local ${name} = '${value.replaceAll("'", "''")}'`;
    })
    .join('; ');
}
