// Draws a job's letters from what is stored with each account: one document for all, or one per house.
import {
  createFileNames,
  zipStream,
  type ZipEntry,
} from '@kvartplata/platform/archives/zip-stream.ts';
import { parseDay } from '@kvartplata/domain/calendar/day.ts';
import { setImmediate } from 'node:timers/promises';
import type { CoreClient } from '../../access/core-client.ts';
import type { Db } from '../../tables.ts';
import { readCreditor } from '../court-cases/freeze-claim.service.ts';
import { drawClaimLetter } from '../draw-claim-letter.ts';
import { drawRestrictionLetter } from '../draw-restriction-letter.ts';
import type { DebtPapers } from '../claim-words.ts';
import type { Flow } from '../paper-flow.ts';
import type { LettersRow } from './debt-letters.repository.ts';
import { listAccounts, type LetterAccountRow } from './letter-accounts.repository.ts';
import { papersOf } from './stored-letter.ts';

type Drawing = {
  readonly db: Db;
  readonly core: Pick<CoreClient, 'readReceiptFacts'>;
  readonly now: () => Date;
};

type Creditor = DebtPapers['claim']['creditor'];

const READ_AT_ONCE = 200;
const TITLES = { claim: 'Претензии', restriction: 'Предупреждения об ограничении услуг' } as const;

/** @param onDrawn called for each account with its number of letters; an error that it throws stops the drawing */
export async function drawLetters(
  work: Drawing,
  letters: LettersRow,
  onDrawn: (count: number) => void,
): Promise<AsyncIterable<Uint8Array>> {
  const [first] = await listAccounts(work.db, letters, { after: 0, limit: 1, isLeftOut: false });
  if (first === undefined) throw new Error('letters without a letter');
  const { core } = work;
  const creditor = await readCreditor(
    { core, requestId: letters.requestId },
    first,
    parseDay(letters.madeOn),
  );
  const writer = { ...letters, creditor, createdAt: work.now(), onDrawn };
  const accounts = accountsOf(work.db, letters);
  if (letters.form === 'pdf') return drawn(writer, accounts);
  async function* entries(): AsyncGenerator<ZipEntry> {
    const nameOf = createFileNames('pdf');
    for await (const { name, own } of byHouse(accounts))
      yield { name: nameOf(name), content: drawn(writer, own) };
  }
  return zipStream(entries(), writer.createdAt);
}

async function* accountsOf(db: Db, letters: LettersRow): AsyncGenerator<LetterAccountRow> {
  let after = 0;
  for (;;) {
    const page = await listAccounts(db, letters, { after, limit: READ_AT_ONCE, isLeftOut: false });
    yield* page;
    const last = page.at(-1);
    if (last === undefined) return;
    after = last.position;
  }
}

type OfHouse = { readonly name: string; readonly own: AsyncIterable<LetterAccountRow> };

/** Each house has to be read to its end before the next one is requested. */
async function* byHouse(accounts: AsyncGenerator<LetterAccountRow>): AsyncGenerator<OfHouse> {
  let next: LetterAccountRow | undefined = (await accounts.next()).value ?? undefined;
  async function* ofHouse(first: LetterAccountRow): AsyncGenerator<LetterAccountRow> {
    next = first;
    while (next?.houseId === first.houseId) {
      yield next;
      next = (await accounts.next()).value ?? undefined;
    }
  }
  while (next !== undefined) {
    const first: LetterAccountRow = next;
    yield { name: houseOf(first.address), own: ofHouse(first) };
  }
}

/** The address without its last part, the room. */
function houseOf(address: string): string {
  const at = address.lastIndexOf(',');
  return at < 0 ? address : address.slice(0, at);
}

type Writer = Pick<LettersRow, 'kind' | 'madeOn'> & {
  readonly creditor: Creditor;
  readonly createdAt: Date;
  readonly onDrawn: (count: number) => void;
};

/** Draws lazily, as fast as the output is consumed, and yields to other work between letters. */
async function* drawn(
  writer: Writer,
  accounts: AsyncIterable<LetterAccountRow>,
): AsyncGenerator<Uint8Array> {
  // Loaded on demand: the drawing libraries would slow down the start.
  const { openFlow } = await import('../paper-flow.ts');
  const flow = openFlow(TITLES[writer.kind], writer.createdAt, '');
  for await (const account of accounts) {
    writer.onDrawn(drawAccount(flow, writer, account));
    const chunk = flow.taken();
    if (chunk !== null) yield chunk;
    await setImmediate();
  }
  yield* flow.end();
}

/** @returns the number of letters drawn */
function drawAccount(
  flow: Flow,
  { creditor, madeOn }: Writer,
  { letter, ...account }: LetterAccountRow,
): number {
  if (letter === null) return 0;
  const { accountNumber, payer, address } = account;
  if (letter.kind === 'claim') {
    flow.newPage(`Претензия, лицевой счёт № ${accountNumber}`);
    drawClaimLetter(flow, papersOf(letter, { ...account, madeOn, creditor }));
    return 1;
  }
  for (const { id, ...notice } of letter.notices) {
    flow.newPage(`Уведомление № ${id}, лицевой счёт № ${accountNumber}`);
    drawRestrictionLetter(flow, { accountNumber, payer, address, madeOn, creditor, ...notice });
  }
  return letter.notices.length;
}
