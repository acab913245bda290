// Reports of mail servers about letters, sent file by file.
import { reportBounce, type Bounce } from '@kvartplata/contracts/billing/bounces.ts';
import { RequestFailure } from '@kvartplata/client/request-failure.ts';
import { call } from '../../lib/api.ts';

/** What a report says, or why the file is none. */
export type ToldReport = { readonly key: string; readonly name: string } & (
  | { readonly bounce: Bounce }
  | { readonly failure: RequestFailure }
);

/** One after the other: a file that is no report does not keep the others from being read. */
export async function readReports(
  organizationId: number,
  files: readonly File[],
): Promise<readonly ToldReport[]> {
  const told: ToldReport[] = [];
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
