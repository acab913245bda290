// A signed-in accountant reads one balance, and a page of fifty, over HTTP; compared with a bare server that runs the same
// queries on the same table without sign-in.
import path from 'node:path';
import { startServiceProcess } from '@kvartplata/platform/testing/service-process.ts';
import type { Measured } from '../measured.ts';
import { processorTime } from '../process-use.ts';
import { askAll, type Target } from './load.ts';
import { startReadStand } from './read-stand.ts';

const PAIRS = 7;
const REQUESTS = 4_000;
const CONNECTIONS = 16;
const BARE_SERVER = path.resolve(import.meta.dirname, 'bare-reads.ts');

/** @param args the number of requests per run, 4,000 by default, and the number of pairs of runs */
export async function benchReads([
  requests = String(REQUESTS),
  pairs = String(PAIRS),
]: readonly string[]): Promise<readonly Measured[]> {
  const reads = await startReadStand();
  const { stand, houseId, organizationId } = reads;
  const bare = await startServiceProcess(BARE_SERVER, {
    DATABASE_URL: stand.postgres.urlOf('billing'),
  });
  const measure = async (name: string, own: Target, limit: string): Promise<Measured> => {
    const bareTarget = { url: bare.url + limit, headers: {} };
    const [ours, limits, ownCpu, bareCpu]: number[][] = [[], [], [], []] as const;
    const run = async (target: Target, pid: number | undefined, to: number[], cpu: number[]) => {
      const before = processorTime(pid ?? 0);
      to.push(await askAll(target, Number(requests), CONNECTIONS));
      cpu.push(processorTime(pid ?? 0) - before);
    };
    await run(own, undefined, [], []);
    await run(bareTarget, undefined, [], []);
    for (let pair = 0; pair < Number(pairs); pair += 1) {
      await run(bareTarget, bare.child.pid, limits, bareCpu);
      await run(own, stand.billingProcess.child.pid, ours, ownCpu);
    }
    return {
      name,
      what: `${requests} requests on ${CONNECTIONS} connections`,
      limit: 'the same of a bare server',
      ours,
      limits,
      notes: [
        `of the bare server's rate: ${rate(ours, limits)}, by processor time of the processes ${rate(ownCpu, bareCpu)}`,
      ],
    };
  };
  try {
    const page = `/?house=${houseId}&organization=${organizationId}`;
    return [
      await measure('reads: one balance', reads.oneRow, `/${houseId}/7`),
      await measure('reads: fifty balances', reads.fiftyRows, page),
    ];
  } finally {
    await bare.kill();
    await stand.stop();
  }
}

function rate(ours: readonly number[], limits: readonly number[]): string {
  return (median(limits) / median(ours)).toFixed(2);
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
