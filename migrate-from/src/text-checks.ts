// Checks the texts of the former application by the services' rules for a line, and reports those that were probably decoded with
// a wrong encoding.
import { faultsOfLine, LINE_FAULTS } from '@kvartplata/domain/text/line.ts';
import type { Executor } from '@kvartplata/platform/database/executor.ts';
import type { Finding } from './finding.ts';
import type { FormerTable } from './former-shape.ts';
import { looksMisread } from './mojibake.ts';
import { listTexts } from './text-checks.repository.ts';

/** Free text; all other texts come from a list or have a format that the tables check. */
const LINES: readonly (readonly [FormerTable, readonly string[]])[] = [
  ['users', ['first_name', 'last_name']],
  ['organizations', ['name', 'short_name', 'legal_address', 'phone', 'bank_name']],
  ['houses', ['address']],
  ['rooms', ['number']],
  ['personal_accounts', ['payer']],
  ['service_tariffs', ['basis']],
  ['service_norms', ['basis']],
  ['meters', ['serial_number']],
];

/** How much of a long text is shown, in characters as stored. */
const SHOWN = 100;

export async function* findBadTexts(former: Executor): AsyncGenerator<Finding> {
  for (const [table, columns] of LINES)
    for await (const { id, texts } of listTexts(former, table, columns))
      for (const [column, text] of Object.entries(texts)) {
        if (text === null) continue;
        for (const fault of faultsOfLine(text))
          yield { table, id, column, reason: LINE_FAULTS[fault] };
        if (looksMisread(text)) {
          const reason = `looks as if it was read in a wrong encoding (${text.slice(0, SHOWN)})`;
          yield { table, id, column, reason, isRemark: true };
        }
      }
}
