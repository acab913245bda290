// The common behaviour of forms: typed texts, one save at a time, refused fields marked with the reason, another user's change
// shown next to one's own, and no input ever lost.
import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type FormEvent,
  type ReactElement,
  type ReactNode,
} from 'react';
import { fieldAt } from '../lib/field-paths.ts';
import { isStillOurs } from '../lib/own-storage.ts';
import { isRefused, RequestFailure } from '@kvartplata/client/request-failure.ts';
import { sayFailure } from '../lib/failure-words.ts';
import { isAboutFields, saidReasons, type SaidReason } from '../lib/reason-texts.ts';
import { inBoth, useLanguage, useWords, type Language } from '../lib/words.ts';
import { Button } from './button.tsx';
import { useLeave } from './dialog.tsx';
import { FailureNote } from './failure-note.tsx';
import type { FieldState } from './field.tsx';
import { LateNote } from './late-note.tsx';

const WORDS = inBoth(
  {
    wrong: 'Так не подходит',
    needed: 'Заполните это поле',
    save: 'Сохранить',
    cancel: 'Отмена',
    compare: 'Показать новую версию рядом с моей',
    confirm: 'Всё равно сохранить',
  },
  {
    wrong: 'Invalid value',
    needed: 'Fill in this field',
    save: 'Save',
    cancel: 'Cancel',
    compare: 'Show the new version beside mine',
    confirm: 'Save anyway',
  },
);

type Values = Readonly<Record<string, string>>;

export type FormOptions<V extends Values> = {
  readonly initial: V;
  /**
   * Rejects with the service's refusal. Resolves to `'not-stored'` after a preview or a warning: closing still asks then.
   * @param isConfirmed after a refusal that the user may override
   */
  readonly save: (values: V, isConfirmed: boolean) => Promise<unknown>;
  /** Fields that must not be empty. */
  readonly required?: readonly (keyof V & string)[];
  /** Errors of fields that can be found without a service. */
  readonly check?: (values: V) => Partial<Record<keyof V, string>>;
  /** The service's names for fields with another name here. */
  readonly names?: Readonly<Record<string, keyof V & string>>;
  /** The form's field for a pointer, if rows of the body have their own fields. */
  readonly fieldOf?: (pointer: string, values: V) => (keyof V & string) | undefined;
  /** Reads the record again after somebody else has changed it; the next save is for that version. */
  readonly readTheirs?: () => Promise<V>;
  /** For a form that only queries: its input may be discarded without asking. */
  readonly savesNothing?: boolean;
};

export type FormState<V extends Values> = {
  readonly values: V;
  readonly field: (name: keyof V & string) => FieldState;
  readonly failure: unknown;
  /** Field errors, the form's own or the service's, each with the form's field. */
  readonly refused: readonly Refused[];
  readonly isSaving: boolean;
  /** There is input that would be lost, or that is being stored. */
  readonly isUnsaved: boolean;
  readonly submit: (event: FormEvent<HTMLFormElement>) => void;
  readonly compare: (() => void) | undefined;
  /** Saves after a refusal that waits for the user's confirmation. */
  readonly confirm: (() => void) | undefined;
};

type Refused = SaidReason & { readonly name: string | undefined };
const NOTHING_REFUSED: readonly Refused[] = [];

export function useForm<V extends Values>(options: FormOptions<V>): FormState<V> {
  const t = useWords(WORDS);
  const language = useLanguage();
  const [values, setValues] = useState(options.initial);
  const [wrong, setWrong] = useState<Partial<Record<string, string>>>({});
  const [theirs, setTheirs] = useState<V>();
  const [failure, setFailure] = useState<unknown>();
  const [refused, setRefused] = useState(NOTHING_REFUSED);
  const [isSaving, setSaving] = useState(false);
  const [saved, setSaved] = useState<V>();
  const isUnsaved =
    options.savesNothing !== true &&
    values !== saved &&
    Object.keys(values).some((name) => values[name] !== options.initial[name]);
  useWarningBeforeLeaving(isUnsaved && !isSaving);
  const isSent = isSaving && options.savesNothing !== true;

  async function save(form: HTMLFormElement | undefined, isConfirmed: boolean): Promise<void> {
    const missing = (options.required ?? []).filter((name) => values[name]?.trim() === '');
    const found = {
      ...options.check?.(values),
      ...Object.fromEntries(missing.map((name) => [name, t.needed])),
    };
    setWrong(found);
    setFailure(undefined);
    setRefused(refusedHere(found));
    if (Object.keys(found).length > 0) return focusFirst(form, Object.keys(found));
    setSaving(true);
    try {
      const outcome = await options.save(values, isConfirmed);
      if (outcome !== 'not-stored') setSaved(values);
      setTheirs(undefined);
    } catch (error) {
      const meant = refusedBy(error, values, options, language);
      const fields = meant.flatMap(({ name, said }) => (name === undefined ? [] : [[name, said]]));
      // If a field has several reasons, the first is shown.
      setWrong(Object.fromEntries(fields.toReversed()));
      // If the refusal as a whole says it all, no field errors are left.
      setRefused(error instanceof RequestFailure && isAboutFields(error) ? meant : NOTHING_REFUSED);
      setFailure(error);
      focusFirst(
        form,
        fields.map(([name = '']) => name),
      );
    } finally {
      setSaving(false);
    }
  }

  return {
    values,
    failure,
    refused,
    isSaving,
    isUnsaved: isUnsaved || isSent,
    field: (name) => ({
      name,
      value: values[name] ?? '',
      set: (value) => setValues((all) => ({ ...all, [name]: value })),
      wrong: wrong[name],
      theirs: theirs === undefined || theirs[name] === values[name] ? undefined : theirs[name],
    }),
    submit: (event) => {
      event.preventDefault();
      if (!isSaving) void save(event.currentTarget, false);
    },
    confirm: isRefused(failure, 'months-charged') ? () => void save(undefined, true) : undefined,
    compare: compareOf(options, failure, (record) => {
      setTheirs(record);
      setFailure(undefined);
    }),
  };
}

/** Errors found without a service. */
function refusedHere(found: Readonly<Record<string, string | undefined>>): readonly Refused[] {
  return Object.entries(found).flatMap(([name, said]) =>
    said === undefined ? [] : [{ pointer: `/${name}`, said, name }],
  );
}

/** The field errors of a refusal, each with the form's field. */
function refusedBy<V extends Values>(
  error: unknown,
  values: V,
  { names, fieldOf }: FormOptions<V>,
  language: Language,
): readonly Refused[] {
  const isWhole = error instanceof RequestFailure && error.code !== 'validation-failed';
  const otherwise = isWhole ? sayFailure(error, language).what : WORDS[language].wrong;
  return saidReasons(error, language).map(({ pointer, said = otherwise }) => ({
    pointer,
    said,
    name: fieldOf?.(pointer, values) ?? fieldAt(pointer, (name) => name in values, names),
  }));
}

function compareOf<V extends Values>(
  { readTheirs }: FormOptions<V>,
  failure: unknown,
  show: (theirs: V) => void,
): (() => void) | undefined {
  const isStale = failure instanceof RequestFailure && failure.status === 412;
  if (readTheirs === undefined || !isStale) return undefined;
  return () => void readTheirs().then(show, () => undefined);
}

export function Form<V extends Values>({
  of,
  save,
  isReadOnly = false,
  onCancel,
  children,
}: {
  readonly of: FormState<V>;
  /** The label of the button. */
  readonly save?: string;
  /** For users who may see but not change it. */
  readonly isReadOnly?: boolean;
  readonly onCancel?: () => void;
  readonly children: ReactNode;
}): ReactElement {
  const t = useWords(WORDS);
  const form = useRef<HTMLFormElement>(null);
  const untold = useUntold(form, of.refused);
  const leave = useLeave(of.isUnsaved, of.isSaving);
  return (
    <form ref={form} className="form" noValidate onSubmit={of.submit}>
      <fieldset className="fields" disabled={isReadOnly}>
        {children}
      </fieldset>
      {of.failure === undefined && untold.length > 0 && (
        <div className="failure" role="alert">
          {untold.map(({ pointer, said }) => (
            <p key={pointer}>{said}</p>
          ))}
        </div>
      )}
      {of.failure !== undefined && (
        <FailureNote error={of.failure} reasons={untold}>
          {of.compare !== undefined && <Button onClick={of.compare}>{t.compare}</Button>}
          {of.confirm !== undefined && <Button onClick={of.confirm}>{t.confirm}</Button>}
        </FailureNote>
      )}
      {of.isSaving && <LateNote of="writes" />}
      <div className="row">
        {!isReadOnly && (
          <Button kind="primary" type="submit" isBusy={of.isSaving}>
            {save ?? t.save}
          </Button>
        )}
        {onCancel !== undefined && <Button onClick={() => leave(onCancel)}>{t.cancel}</Button>}
      </div>
    </form>
  );
}

/** Field errors that no rendered field shows: the form has no such field, or does not render it at the moment. */
function useUntold(
  form: { readonly current: HTMLFormElement | null },
  refused: readonly Refused[],
): readonly Refused[] {
  const [untold, setUntold] = useState(NOTHING_REFUSED);
  useLayoutEffect(() => {
    const isMarked = (name: string): boolean =>
      form.current?.querySelector(`[name="${CSS.escape(name)}"][aria-invalid="true"]`) !== null;
    // A field of several inputs may show it under none of their names.
    const shown = new Set(
      [...(form.current?.querySelectorAll('.wrong') ?? [])].map(({ textContent }) => textContent),
    );
    const isTold = ({ name, said }: Refused): boolean =>
      name !== undefined && (isMarked(name) || shown.has(said ?? ''));
    // Which fields are rendered is only known afterwards.
    // oxlint-disable-next-line react/set-state-in-effect
    setUntold(refused.filter((one) => !isTold(one)));
  }, [form, refused]);
  return untold;
}

function focusFirst(form: HTMLFormElement | undefined, names: readonly string[]): void {
  const first = [...(form?.elements ?? [])].find(
    (element) =>
      element instanceof HTMLElement && names.includes(element.getAttribute('name') ?? ''),
  );
  if (first instanceof HTMLElement) first.focus();
}

/** Closing the tab with unsaved input asks first; not at the end of a sign-out, which has asked already. */
export function useWarningBeforeLeaving(isNeeded: boolean): void {
  const needed = useRef(isNeeded);
  useEffect(() => {
    needed.current = isNeeded;
  });
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent): void => {
      if (needed.current && isStillOurs()) event.preventDefault();
    };
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, []);
}
