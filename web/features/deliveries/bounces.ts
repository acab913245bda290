// Mail servers' reports about letters, uploaded file by file.
import { reportBounce, type Bounce } from '@kvartplata/contracts/billing/bounces.ts';
import { RequestFailure } from '@kvartplata/client/request-failure.ts';
import { call } from '../../lib/api.ts';

/** The content of a report, or why the file is not one. */
export type ReadReport = { readonly key: string; readonly name: string } & (
  | { readonly bounce: Bounce }
  | { readonly failure: RequestFailure }
);

/** One after the other: a file that is not a report does not prevent the others from being read. */
export async function readReports(
  organizationId: number,
  files: readonly File[],
): Promise<readonly ReadReport[]> {
  const told: ReadReport[] = [];
  for (const [nth, file] of files.entries()) {
    const named = { key: `${nth} ${file.name}`, name: file.name };
    const body = new FormData();
    body.append('file', file);
    try {
      const bounce = await call(reportBounce, { query: { organizationId }, body });
      told.push({ ...named, bounce });
    } catch (error) {
      if (!(error instanceof RequestFailure) || error.status >= 500) throw error;
      told.push({ ...named, failure: error });
    }
  }
  return told;
}
