// A house's month of readings: the filters, the grid for typing them, and saving them together.
import {
  getReadingSheet,
  type NewReadingSheet,
  type ReadingSheetRow,
} from '@kvartplata/contracts/core/readings.ts';
import { useQueryClient } from '@tanstack/react-query';
import {
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
  type ReactElement,
  type ReactNode,
} from 'react';
import type { StaticEncode } from 'typebox';
import { sayAppliedMonths } from '../../lib/applied-months.ts';
import { lastDayOf, parseDay, showDay, today } from '../../lib/days.ts';
import { reloadBilling } from '../../lib/queries.ts';
import { groupOf } from '../../lib/reads.ts';
import { useMay } from '../../lib/role.ts';
import {
  counted,
  countedEn,
  inBoth,
  useLanguage,
  useWords,
  type Language,
} from '../../lib/words.ts';
import { showShortFigure } from '../../lib/figures.ts';
import { Button } from '../../ui/button.tsx';
import { DateInput } from '../../ui/date-input.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { Empty } from '../../ui/states.tsx';
import { tell, warn } from '../../ui/toasts.tsx';
import { useDrafts, type Drafts } from './drafts.ts';
import { canBeSaved, isEmptied, judgeReading, type Draft } from './judge-reading.ts';
import { overtakenRows } from './overtaken-rows.ts';
import { pastedReadings } from './pasted-readings.ts';
import { ReadingGrid } from './reading-grid.tsx';
import { deleteReadings, sheetOf, storeSheet } from './readings.ts';
import { refusalsOf } from './sheet-refusals.ts';
import { SheetFilter, useShown, type ShownReadings } from './sheet-filter.tsx';

const WORDS = inBoth(
  {
    takenOn: 'Дата снятия',
    takenOnWrong: 'Нужна дата снятия, например 25.11.2026',
    save: (count: number) =>
      count === 0
        ? 'Сохранить'
        : `Сохранить ${counted(count, 'показание', 'показания', 'показаний')}`,
    saved: (count: number) =>
      `Сохранено: ${counted(count, 'показание', 'показания', 'показаний')}.`,
    deleted: (count: number) =>
      `Удалено: ${counted(count, 'показание', 'показания', 'показаний')}.`,
    wrong: (count: number) =>
      `${counted(count, 'строка', 'строки', 'строк')} с ошибкой: исправьте ${count === 1 ? 'её' : 'их'} или сотрите.`,
    unknown: (count: number) =>
      `Для ${counted(count, 'строки', 'строк', 'строк')} из буфера прибора не нашлось.`,
    overtaken: (value: string | null) =>
      value === null
        ? 'Показание уже удалено. Сохраните ещё раз, если верно ваше.'
        : `Уже записано ${showShortFigure(value)}. Сохраните ещё раз, если верно ваше.`,
    none: 'В этом месяце приборов нет.',
    keys: 'Стрелки и Enter — по строкам, Ctrl+S — сохранить, Esc — вернуть, пусто — удалить; столбец из Excel вставляется целиком.',
  },
  {
    takenOn: 'Taken on',
    takenOnWrong: 'Enter the date of the reading, such as 25.11.2026',
    save: (count) => (count === 0 ? 'Save' : `Save ${countedEn(count, 'reading')}`),
    saved: (count) => `Saved: ${countedEn(count, 'reading')}.`,
    deleted: (count) => `Deleted: ${countedEn(count, 'reading')}.`,
    wrong: (count) =>
      `${countedEn(count, 'row')} with errors: correct or clear ${count === 1 ? 'it' : 'them'}.`,
    unknown: (count) => `No meter found for ${countedEn(count, 'pasted line')}.`,
    overtaken: (value) =>
      value === null
        ? 'The reading has been deleted. Save again if yours is right.'
        : `${showShortFigure(value)} is stored meanwhile. Save again if yours is right.`,
    none: 'No meters this month.',
    keys: 'Arrows and Enter move, Ctrl+S saves, Esc undoes, empty deletes; a whole spreadsheet column can be pasted.',
  },
);

type Changes = StaticEncode<typeof NewReadingSheet>;

const NOTHING_STORED = { accepted: 0, appliedMonths: [] };

type Props = {
  readonly houseId: number;
  readonly period: string;
  readonly rows: readonly ReadingSheetRow[];
  /** All by default. */
  readonly show?: ShownReadings | undefined;
  /** By its code; those of all services by default. */
  readonly service?: string | undefined;
  /** Meters whose odd reading is confirmed, and the note on the row of an odd one. */
  readonly odd: {
    readonly confirmed: ReadonlySet<number>;
    readonly noteOf: (row: ReadingSheetRow) => ReactNode;
  };
};

export function ReadingSheet({
  houseId,
  period,
  rows,
  show = 'all',
  service = '',
  odd,
}: Props): ReactElement {
  const t = useWords(WORDS);
  const language = useLanguage();
  const mayWrite = useMay('accountant');
  const taken = useTakenOn(period);
  const [failure, setFailure] = useState<unknown>();
  const [isSaving, setSaving] = useState(false);
  const shown = useShown(rows, { service, show }, odd.confirmed);
  const typed = useTyped(`readings ${houseId} ${period}`, rows, shown);
  const { drafts, setDrafts, setRefused } = typed;
  const reload = useReload({ houseId, period, rows }, setDrafts);
  const isOvertaken = useOvertaken({ houseId, period, rows }, typed);

  async function save(): Promise<void> {
    const day = parseDay(taken.on);
    const changes = changesOf(rows, drafts, day ?? '');
    const emptied = emptiedOf(rows, drafts);
    const wrong = drafts.size - changes.length - emptied.length;
    if (isSaving || drafts.size === 0) return;
    if (day === undefined) return taken.mark(t.takenOnWrong);
    if (wrong > 0) return warn(t.wrong(wrong));
    setSaving(true);
    setFailure(undefined);
    try {
      if (await isOvertaken()) return;
      const done = await saveAll({ houseId, period }, { changes, emptied }, language);
      await reload();
      setDrafts((old) => unsaved(old, drafts));
      setRefused(new Map());
      tell(done);
    } catch (error) {
      await reload();
      const refused = refusalsOf(error, changes, language);
      setRefused(refused.rows);
      taken.mark(refused.day);
      setFailure(error);
    } finally {
      setSaving(false);
    }
  }
  useSaveKey(() => void save());

  if (rows.length === 0) return <Empty>{t.none}</Empty>;
  return (
    <section className="sheet">
      <SheetFilter rows={rows} service={service} show={show} confirmed={odd.confirmed} />
      <ReadingGrid
        rows={shown}
        drafts={drafts}
        refused={typed.refused}
        isReadOnly={!mayWrite}
        oddNoteOf={odd.noteOf}
        onDraft={typed.onDraft}
        onPaste={typed.onPaste}
      />
      {failure !== undefined && <FailureNote error={failure} reasons={NONE_BESIDE} />}
      {mayWrite && (
        <SheetFoot {...{ taken, isSaving }} typed={drafts.size} onSave={() => void save()} />
      )}
    </section>
  );
}

/** Reads the sheet again. True when other readings are stored than those shown in rows to be saved: these are marked. */
function useOvertaken(
  { houseId, period, rows }: Pick<Props, 'houseId' | 'period' | 'rows'>,
  { drafts, setRefused }: Pick<ReturnType<typeof useTyped>, 'drafts' | 'setRefused'>,
): () => Promise<boolean> {
  const t = useWords(WORDS);
  const client = useQueryClient();
  return async () => {
    const latest = await client.fetchQuery({ ...sheetOf(houseId, period), staleTime: 0 });
    const overtaken = overtakenRows(rows, latest, meantOf(latest, drafts));
    setRefused(new Map([...overtaken].map(([meterId, value]) => [meterId, t.overtaken(value)])));
    return overtaken.size > 0;
  };
}

/** Needed after a refusal too: others may have been stored or deleted before it. */
function useReload(
  { houseId, period, rows }: Pick<Props, 'houseId' | 'period' | 'rows'>,
  setDrafts: (change: (old: Drafts) => Drafts) => void,
): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await client.invalidateQueries({ queryKey: groupOf(getReadingSheet) });
    // A confirmation of a changed reading may no longer be valid.
    await reloadBilling();
    const stored = client.getQueryData(sheetOf(houseId, period).queryKey) ?? rows;
    setDrafts((old) => meantOf(stored, old));
  };
}

/** @returns a message about what was done */
async function saveAll(
  { houseId, period }: { readonly houseId: number; readonly period: string },
  { changes, emptied }: { readonly changes: Changes; readonly emptied: readonly number[] },
  language: Language,
): Promise<string> {
  const t = WORDS[language];
  const { accepted, appliedMonths } =
    changes.length === 0 ? NOTHING_STORED : await storeSheet(houseId, period, changes);
  await deleteReadings(emptied);
  const done = [
    ...(changes.length === 0 ? [] : [t.saved(accepted)]),
    ...(emptied.length === 0 ? [] : [t.deleted(emptied.length)]),
  ];
  return done.join(' ') + sayAppliedMonths(appliedMonths, language);
}

function SheetFoot({
  taken,
  typed,
  isSaving,
  onSave,
}: {
  readonly taken: TakenOn;
  /** The number of unsaved readings. */
  readonly typed: number;
  readonly isSaving: boolean;
  readonly onSave: () => void;
}): ReactElement {
  const t = useWords(WORDS);
  const id = useId();
  return (
    <div className="grid-foot">
      <span className="row">
        <label htmlFor={id}>{t.takenOn}</label>
        <DateInput
          id={id}
          className="short"
          value={taken.on}
          onType={taken.type}
          {...(taken.wrong !== undefined && {
            'aria-invalid': true,
            'aria-describedby': `${id}-wrong`,
          })}
        />
        {taken.wrong !== undefined && (
          <span id={`${id}-wrong`} className="wrong" role="alert">
            {taken.wrong}
          </span>
        )}
      </span>
      <Button kind="primary" isBusy={isSaving} disabled={typed === 0} onClick={onSave}>
        {t.save(typed)}
      </Button>
      <span className="small soft wide-only">{t.keys}</span>
    </div>
  );
}

type TakenOn = {
  /** As typed. */
  readonly on: string;
  readonly type: (typed: string) => void;
  readonly wrong: string | undefined;
  readonly mark: (wrong: string | undefined) => void;
};

/** The day that the readings are taken on; what is wrong with it is forgotten once another is typed. */
function useTakenOn(period: string): TakenOn {
  const [on, setOn] = useState(() => showDay(usualDay(period)));
  const [wrong, mark] = useState<string>();
  return {
    on,
    type: (typed) => {
      setOn(typed);
      mark(undefined);
    },
    wrong,
    mark,
  };
}

/** Typed and pasted values, and the service's refusals. */
function useTyped(
  name: string,
  rows: readonly ReadingSheetRow[],
  shown: readonly ReadingSheetRow[],
) {
  const t = useWords(WORDS);
  const [all, setDrafts] = useDrafts(name);
  const drafts = useMemo(() => meantOf(rows, all), [rows, all]);
  const [refused, setRefused] = useState<ReadonlyMap<number, string>>(new Map());
  const onDraft = useCallback(
    (meterId: number, draft: Draft | undefined): void => {
      setDrafts((old) => {
        const next = new Map(old);
        if (draft === undefined) next.delete(meterId);
        else next.set(meterId, draft);
        return next;
      });
      setRefused((old) => (old.has(meterId) ? without(old, meterId) : old));
    },
    [setDrafts],
  );
  const onPaste = useCallback(
    (start: number, text: string): void => {
      const { typed, unknown } = pastedReadings(shown, start, text);
      const pasted = [...typed].map(
        ([meterId, value]) => [meterId, { typed: value, rollover: false }] as const,
      );
      setDrafts((old) => new Map([...old, ...pasted]));
      if (unknown.length > 0) warn(t.unknown(unknown.length));
    },
    [shown, setDrafts, t],
  );
  return { drafts, setDrafts, refused, setRefused, onDraft, onPaste };
}

/** The drafts that can be sent. A reading that is already stored keeps its day. */
function changesOf(rows: readonly ReadingSheetRow[], drafts: Drafts, takenOn: string): Changes {
  return rows.flatMap((row) => {
    const draft = drafts.get(row.meterId);
    if (draft === undefined) return [];
    const judged = judgeReading(row, draft);
    if (!canBeSaved(judged) || judged.value === undefined) return [];
    return [
      {
        meterId: row.meterId,
        value: judged.value,
        takenOn: row.reading?.takenOn ?? takenOn,
        rollover: draft.rollover,
      },
    ];
  });
}

/** Without those that empty a row whose reading is gone by now. */
function meantOf(rows: readonly ReadingSheetRow[], drafts: Drafts): Drafts {
  const stored = new Set(rows.flatMap((row) => (row.reading === null ? [] : [row.meterId])));
  return new Map(
    [...drafts].filter(([meterId, draft]) => !isEmptied(draft) || stored.has(meterId)),
  );
}

/** The ids of the readings whose value was deleted. */
function emptiedOf(rows: readonly ReadingSheetRow[], drafts: Drafts): readonly number[] {
  return rows.flatMap(({ meterId, reading }) => {
    const draft = drafts.get(meterId);
    return reading !== null && draft !== undefined && isEmptied(draft) ? [reading.id] : [];
  });
}

/** The usual day of a sheet's readings: today, or the end of the month. */
function usualDay(period: string): string {
  return today().startsWith(period) ? today() : lastDayOf(period);
}

/** Drafts that were typed while the others were being saved. */
function unsaved(now: Drafts, sent: Drafts): Drafts {
  return new Map([...now].filter(([meterId, draft]) => sent.get(meterId) !== draft));
}

function without<T>(map: ReadonlyMap<number, T>, key: number): ReadonlyMap<number, T> {
  return new Map([...map].filter(([each]) => each !== key));
}

/** The rows show their own refusals. */
const NONE_BESIDE = [] as const;

/** Ctrl-S, on any keyboard layout. */
function useSaveKey(save: () => void): void {
  const latest = useRef(save);
  useEffect(() => {
    latest.current = save;
  });
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent): void => {
      if (event.code !== 'KeyS' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      latest.current();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}
