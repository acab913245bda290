// Combines lookups: those that come while a request is running wait for it, and are then sent in one request.

type Waiting<Answer> = {
  readonly answered: (answer: Answer | undefined) => void;
  readonly failed: (error: unknown) => void;
};

/**
 * Sends a lookup at once if no request is running. Those that come meanwhile are sent together afterwards, each key once.
 * @param ask gets the context of one of the callers; all of them get its error
 * @param most the number of keys that fit in a request
 */
export function askTogether<Key, Answer, Context>(
  ask: (keys: readonly Key[], context: Context) => Promise<ReadonlyMap<Key, Answer>>,
  most: number,
): (key: Key, context: Context) => Promise<Answer | undefined> {
  let isAsking = false;
  const waiting = new Map<Key, Waiting<Answer>[]>();

  async function askAll(context: Context): Promise<void> {
    isAsking = true;
    const batch = new Map(waiting.entries().take(most));
    for (const key of batch.keys()) waiting.delete(key);
    try {
      const answers = await ask([...batch.keys()], context);
      for (const [key, askers] of batch)
        for (const { answered } of askers) answered(answers.get(key));
    } catch (error) {
      for (const { failed } of [...batch.values()].flat()) failed(error);
    } finally {
      isAsking = false;
    }
  }

  async function askUntilNobodyWaits(context: Context): Promise<void> {
    while (waiting.size > 0) await askAll(context);
  }

  return async (key, context) =>
    new Promise((answered, failed) => {
      const asker = { answered, failed };
      const others = waiting.get(key);
      if (others === undefined) waiting.set(key, [asker]);
      else others.push(asker);
      if (!isAsking) void askUntilNobodyWaits(context);
    });
}
