// The schema and the application's role as a service's dependencies, for /ready, the metrics and the log.
import type { Logger } from 'pino';
import { isFit, reasonOf, type Fitness } from '../database/fitness.ts';
import { DependencyFault, type Dependency } from '../http/operations.routes.ts';

/**
 * Both are checked together, whenever one is probed: a migration may run while the service does.
 * @param first the state at the start
 * @param look throws while the database is unavailable; the last state is kept then
 */
export function fitnessDependencies(
  first: Fitness,
  look: () => Promise<Fitness>,
  log: Pick<Logger, 'warn' | 'info'>,
): readonly Dependency[] {
  let last = first;
  let looking: Promise<Fitness> | undefined;

  async function lookAgain(): Promise<Fitness> {
    const seen = await look();
    if (reasonOf(seen) !== reasonOf(last)) logFitness(log, seen);
    last = seen;
    return seen;
  }

  const dependency = (name: keyof Fitness): Dependency => ({
    name,
    whenAway: 'down',
    probe: async () => {
      looking ??= lookAgain().finally(() => {
        looking = undefined;
      });
      const fault = (await looking)[name];
      if (fault !== undefined) throw new DependencyFault(fault.state, fault.reason);
    },
    keepsOut: () => last[name] !== undefined,
  });
  return [dependency('schema'), dependency('role')];
}

export function logFitness(log: Pick<Logger, 'warn' | 'info'>, fitness: Fitness): void {
  if (isFit(fitness)) {
    log.info('the database fits this version');
    return;
  }
  const { schema, role } = fitness;
  log.warn(
    {
      schema: schema?.state,
      missing: schema?.missing,
      unknown: schema?.unknown,
      role: role?.state,
    },
    `nothing is answered until the database fits: ${reasonOf(fitness)}`,
  );
}
