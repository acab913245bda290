// A day, typed in any of the usual ways or picked in a calendar that is loaded when it is first opened.
import {
  lazy,
  Suspense,
  useId,
  useRef,
  useState,
  type InputHTMLAttributes,
  type KeyboardEvent,
  type ReactElement,
} from 'react';
import { parseDay, showDay, today } from '../lib/days.ts';
import { untilThere } from '../lib/lazy-page.ts';
import { inBoth, useWords } from '../lib/words.ts';
import { Icon } from './icon.tsx';

const WORDS = inBoth(
  {
    open: 'Открыть календарь',
    gone: 'Вышла новая версия этой страницы, и календарь откроется только в ней. День можно впечатать.',
  },
  {
    open: 'Open the calendar',
    gone: 'This page has a new version, and the calendar opens only there. The day can be typed.',
  },
);

/** If loading fails, the page is not reloaded for a calendar: other input would be lost. */
const Calendar = lazy(async () => {
  try {
    const { Calendar: loaded } = await untilThere(async () => import('./calendar.tsx'));
    return { default: loaded };
  } catch {
    return { default: GoneCalendar };
  }
});

const GAP_PX = 4;
const HEIGHT_PX = 330;
const WIDTH_PX = 290;

/** The text as typed; the caller parses it with `parseDay`. */
export function DateInput({
  value,
  onType,
  className = '',
  onKeyDown,
  ...input
}: Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange' | 'type'> & {
  readonly value: string;
  readonly onType: (typed: string) => void;
}): ReactElement {
  const popoverId = useId();
  const frame = useRef<HTMLSpanElement>(null);
  const popover = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);

  function open(): void {
    if (popover.current === null || frame.current === null) return;
    // So that the focus returns to it.
    frame.current.querySelector('input')?.focus();
    place(popover.current, frame.current.getBoundingClientRect());
    popover.current.showPopover();
  }

  function onKey(event: KeyboardEvent<HTMLInputElement>): void {
    if (event.key === 'ArrowDown' && event.altKey) {
      event.preventDefault();
      open();
    } else onKeyDown?.(event);
  }

  /** Rewrites `010726` as the day that it was parsed as. */
  function tidy(): void {
    const day = parseDay(value);
    if (day !== undefined && showDay(day) !== value) onType(showDay(day));
  }

  return (
    <span ref={frame} className={`date-input ${className}`}>
      <input
        inputMode="numeric"
        autoComplete="off"
        {...input}
        className="input"
        value={value}
        onChange={(event) => onType(event.target.value)}
        onBlur={tidy}
        onKeyDown={onKey}
      />
      <Opener
        isOpen={isOpen}
        controls={popoverId}
        isDisabled={input.disabled === true || input.readOnly === true}
        onOpen={open}
      />
      <div
        ref={popover}
        id={popoverId}
        className="calendar-frame"
        popover="auto"
        onToggle={({ newState }) => setOpen(newState === 'open')}
      >
        {isOpen && (
          <DayChoice
            value={value}
            onChoose={(day) => {
              onType(showDay(day));
              popover.current?.hidePopover();
            }}
          />
        )}
      </div>
    </span>
  );
}

/** Not in the tab order: Alt and the down arrow open the calendar from the field. */
function Opener({
  isOpen,
  controls,
  isDisabled,
  onOpen,
}: {
  readonly isOpen: boolean;
  readonly controls: string;
  readonly isDisabled: boolean;
  readonly onOpen: () => void;
}): ReactElement {
  const t = useWords(WORDS);
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={t.open}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      aria-controls={controls}
      disabled={isDisabled}
      onClick={onOpen}
    >
      <Icon name="calendar" />
    </button>
  );
}

function DayChoice({
  value,
  onChoose,
}: {
  readonly value: string;
  readonly onChoose: (day: string) => void;
}): ReactElement {
  return (
    <Suspense>
      <Calendar day={parseDay(value) ?? today()} onChoose={onChoose} />
    </Suspense>
  );
}

function GoneCalendar(): ReactElement {
  const t = useWords(WORDS);
  return (
    <p className="small" role="status">
      {t.gone}
    </p>
  );
}

/** Below the field, or above it if there is no room. */
function place(element: HTMLElement, { left, top, bottom }: DOMRect): void {
  const { clientWidth, clientHeight } = document.documentElement;
  const isAbove = bottom + HEIGHT_PX > clientHeight && top > HEIGHT_PX;
  element.style.left = `${Math.max(GAP_PX, Math.min(left, clientWidth - WIDTH_PX - GAP_PX))}px`;
  element.style.top = isAbove
    ? 'auto'
    : `${Math.min(bottom + GAP_PX, Math.max(GAP_PX, clientHeight - HEIGHT_PX))}px`;
  element.style.bottom = isAbove ? `${clientHeight - top + GAP_PX}px` : 'auto';
}
