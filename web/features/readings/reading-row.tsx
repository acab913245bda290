// One meter of the sheet: its last value, the typed value, and what that means.
import type { ReadingSheetRow } from '@kvartplata/contracts/core/readings.ts';
import { memo, type KeyboardEvent, type ReactElement, type ReactNode } from 'react';
import { showShortFigure } from '../../lib/figures.ts';
import { inBoth, useWords } from '../../lib/words.ts';
import { judgeReading, type Draft, type Judged } from './judge-reading.ts';
import { useRowPx } from './row-height.ts';

const WORDS = inBoth(
  {
    wholeHouse: 'ОДПУ',
    wholeRoom: 'всё помещение',
    allAccounts: 'все счета',
    reading: (meter: string, account: string) => `Показание ${meter}, ${account}`,
    rollover: 'через ноль',
    resident: 'жилец',
    'no-figure': 'не число',
    negative: 'не меньше нуля',
    'many-places': 'не больше трёх знаков после запятой',
    'over-digits': 'больше, чем может показать прибор',
    below: 'меньше',
    gone: 'будет удалено',
    zero: 'ноль',
    jump: 'больше чем втрое',
  },
  {
    wholeHouse: 'house',
    wholeRoom: 'whole room',
    allAccounts: 'shared',
    reading: (meter, account) => `Reading of ${meter}, ${account}`,
    rollover: 'rolled over',
    resident: 'resident',
    'no-figure': 'not a number',
    negative: 'not below zero',
    'many-places': 'at most three decimal places',
    'over-digits': 'more than the meter can show',
    below: 'below',
    gone: 'will be deleted',
    zero: 'zero',
    jump: 'over 3× the mean',
  },
);

type Props = {
  readonly index: number;
  readonly row: ReadingSheetRow;
  readonly draft: Draft | undefined;
  readonly refused: string | undefined;
  readonly isActive: boolean;
  readonly isReadOnly: boolean;
  /** For a stored reading that is odd. */
  readonly oddNote: ReactNode;
  readonly onFocus: (index: number) => void;
  readonly onKey: (event: KeyboardEvent, index: number) => void;
  readonly onDraft: (meterId: number, draft: Draft | undefined) => void;
  readonly onPaste: (start: number, text: string) => void;
};

export const ReadingRow = memo(function ReadingRow(props: Props): ReactElement {
  const { index, row, draft, isActive } = props;
  const t = useWords(WORDS);
  const { consumption } = judgeReading(row, draft);
  const noteId = `note-${row.meterId}`;
  const rowPx = useRowPx();

  return (
    <div
      className={`grid-row ${isActive ? 'active' : ''} ${draft === undefined ? '' : 'draft'}`}
      role="row"
      aria-rowindex={index + 2}
      data-row={index}
      style={{ top: index * rowPx }}
    >
      <span role="gridcell" className="room">
        {row.roomNumber ?? '—'}
      </span>
      <span role="gridcell" className="account">
        {row.accountNumber ?? (row.roomNumber === null ? t.wholeHouse : t.allAccounts)}
      </span>
      <span role="gridcell" className="payer" title={row.payer ?? undefined}>
        {row.payer}
      </span>
      <span role="gridcell" className="service" title={row.serviceName}>
        {row.serviceName}
      </span>
      <span role="gridcell" className="meter" title={row.serialNumber}>
        {row.serialNumber}
      </span>
      <span role="gridcell" className="previous">
        {showShortFigure(row.previous.value)}
      </span>
      <span role="gridcell" className="reading">
        <Figure {...props} noteId={noteId} />
      </span>
      <span role="gridcell" className="consumption">
        {consumption === undefined ? '' : showShortFigure(consumption)}
      </span>
      <span role="gridcell" className="mean">
        {row.mean === null ? '' : showShortFigure(row.mean)}
      </span>
      <span role="gridcell" className="note" id={noteId}>
        <Note {...props} />
      </span>
    </div>
  );
});

/** The field for the meter's value. */
function Figure({
  index,
  row,
  draft,
  refused,
  isActive,
  isReadOnly,
  onFocus,
  onKey,
  onDraft,
  onPaste,
  noteId,
}: Props & { readonly noteId: string }): ReactElement {
  const t = useWords(WORDS);
  const stored = row.reading === null ? '' : showShortFigure(row.reading.value);
  const rollover = draft?.rollover ?? row.reading?.rollover ?? false;
  const isWrong = refused !== undefined || isMistake(judgeReading(row, draft).mark);

  function change(typed: string): void {
    onDraft(row.meterId, typed.trim() === stored ? undefined : { typed, rollover });
  }

  return (
    <input
      inputMode="decimal"
      autoComplete="off"
      aria-label={t.reading(
        row.serialNumber,
        row.accountNumber ??
          (row.roomNumber === null ? t.wholeHouse : `${t.wholeRoom} ${row.roomNumber}`),
      )}
      aria-describedby={noteId}
      {...(isWrong ? { 'aria-invalid': true } : {})}
      readOnly={isReadOnly}
      tabIndex={isActive ? 0 : -1}
      value={draft?.typed ?? stored}
      onFocus={() => onFocus(index)}
      onChange={(event) => change(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onDraft(row.meterId, undefined);
        onKey(event, index);
      }}
      onPaste={(event) => {
        if (isReadOnly) return;
        const text = event.clipboardData.getData('text');
        if (!/[\t\n]/.test(text.trim())) return;
        event.preventDefault();
        onPaste(index, text);
      }}
    />
  );
}

/** Why it is refused, or else what is odd, and whether the counter has rolled over. */
function Note({ row, draft, refused, oddNote, onDraft }: Props): ReactElement {
  const t = useWords(WORDS);
  const { mark } = judgeReading(row, draft);
  const rollover = draft?.rollover ?? row.reading?.rollover ?? false;
  return (
    <>
      {refused !== undefined && (
        <span className="debt" title={refused}>
          {refused}
        </span>
      )}
      {refused === undefined && mark !== undefined && (
        <span className={isMistake(mark) ? 'debt' : 'odd'}>{t[mark]}</span>
      )}
      {oddNote}
      {draft === undefined && row.reading?.source === 'resident' && (
        <span className="badge">{t.resident}</span>
      )}
      {draft !== undefined && (mark === 'below' || rollover) && (
        <label>
          <input
            type="checkbox"
            checked={rollover}
            onChange={(event) =>
              onDraft(row.meterId, { typed: draft.typed, rollover: event.target.checked })
            }
          />
          {t.rollover}
        </label>
      )}
    </>
  );
}

function isMistake(mark: Judged['mark']): boolean {
  return mark !== undefined && mark !== 'gone' && mark !== 'zero' && mark !== 'jump';
}
