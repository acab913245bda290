// A dialog over the page: the browser keeps the focus in it, and Escape closes it. Unsaved input, in a dialog or on the page, is
// only discarded after a confirmation.
import { useBlocker } from '@tanstack/react-router';
import {
  createContext,
  useContext,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ReactElement,
  type ReactNode,
} from 'react';
import { isStillOurs } from '../lib/own-storage.ts';
import { inBoth, useWords } from '../lib/words.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import { useModal } from './modal.ts';

const WORDS = inBoth(
  {
    close: 'Закрыть',
    unsaved: 'Введённое не сохранено',
    lost: 'Если закрыть форму, введённое в ней пропадёт.',
    discard: 'Закрыть без сохранения',
    back: 'Вернуться к форме',
    page: {
      lost: 'Если уйти со страницы, введённое на ней пропадёт.',
      discard: 'Уйти без сохранения',
      back: 'Остаться на странице',
    },
  },
  {
    close: 'Close',
    unsaved: 'What you typed is not saved',
    lost: 'If you close the form, what you typed in it is lost.',
    discard: 'Close without saving',
    back: 'Back to the form',
    page: {
      lost: 'If you leave the page, what you typed on it is lost.',
      discard: 'Leave without saving',
      back: 'Stay on the page',
    },
  },
);

/** The dialog, or else the page, that contains a form. */
type Around = {
  /** Reports unsaved input, and that it is being stored; the returned function takes that back. */
  readonly hold: (isSaving: boolean) => () => void;
  /** Closes what is around at once, or after the user has agreed to lose unsaved input; a dialog not while it is being stored. */
  readonly leave: (close: () => void) => void;
};

const AroundForm = createContext<Around>({
  hold: () => () => undefined,
  leave: (close) => close(),
});

/** How a form closes what is around it. @param isUnsaved whether input would be lost */
export function useLeave(isUnsaved: boolean, isSaving: boolean): Around['leave'] {
  const { hold, leave } = useContext(AroundForm);
  useEffect(() => (isUnsaved ? hold(isSaving) : undefined), [hold, isUnsaved, isSaving]);
  return leave;
}

/** Asks before unsaved input in it is lost. */
export function KeptInput({
  isPage = false,
  children,
}: {
  /** Links leave a page; below a dialog they are out of reach, and a form that has been saved may lead on. */
  readonly isPage?: boolean;
  readonly children: ReactNode;
}): ReactElement {
  const held = useRef(0);
  /** Of them, what is being stored: closing a dialog would not take that back, so it waits for the answer. */
  const sent = useRef(0);
  const [asked, setAsked] = useState<{ readonly close: () => void }>();
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ action, current, next }) =>
      held.current > 0 &&
      (isPage
        ? current.pathname !== next.pathname && isStillOurs()
        : action !== 'PUSH' && action !== 'REPLACE'),
    enableBeforeUnload: false,
    withResolver: true,
  });
  useLayoutEffect(() => {
    if (status === 'blocked' && sent.current > 0) reset();
  }, [status, reset]);
  const around = useMemo(
    (): Around => ({
      hold: (isSaving) => {
        if (isPage && isSaving) return () => undefined;
        const storing = isSaving ? 1 : 0;
        held.current += 1;
        sent.current += storing;
        return () => {
          held.current -= 1;
          sent.current -= storing;
        };
      },
      leave: (close) => {
        if (sent.current > 0) return;
        if (held.current > 0) setAsked({ close });
        else close();
      },
    }),
    [isPage],
  );
  return (
    <AroundForm value={around}>
      {children}
      {asked !== undefined && (
        <UnsavedQuestion
          onDiscard={() => {
            setAsked(undefined);
            asked.close();
          }}
          onBack={() => setAsked(undefined)}
        />
      )}
      {status === 'blocked' && (
        <UnsavedQuestion isOfPage={isPage} onDiscard={proceed} onBack={reset} />
      )}
    </AroundForm>
  );
}

type Props = {
  readonly title: string;
  /** Undefined if it has to be answered first. */
  readonly onClose: (() => void) | undefined;
  readonly children: ReactNode;
};

export function Dialog(props: Props): ReactElement {
  return (
    <KeptInput>
      <KeptFrame {...props} />
    </KeptInput>
  );
}

function KeptFrame({ title, onClose, children }: Props): ReactElement {
  const { leave } = useContext(AroundForm);
  return (
    <Frame title={title} onClose={onClose === undefined ? undefined : () => leave(onClose)}>
      {children}
    </Frame>
  );
}

function UnsavedQuestion({
  isOfPage = false,
  onDiscard,
  onBack,
}: {
  /** The page would be left, and not only a form closed. */
  readonly isOfPage?: boolean;
  readonly onDiscard: () => void;
  readonly onBack: () => void;
}): ReactElement {
  const t = useWords(WORDS);
  const { lost, discard, back } = isOfPage ? t.page : t;
  return (
    <Frame title={t.unsaved} onClose={onBack}>
      <div className="stack">
        <p>{lost}</p>
        <div className="row">
          <Button kind="danger" onClick={onDiscard}>
            {discard}
          </Button>
          <Button onClick={onBack}>{back}</Button>
        </div>
      </div>
    </Frame>
  );
}

function Frame({ title, onClose, children }: Props): ReactElement {
  const t = useWords(WORDS);
  const titleId = useId();
  // Otherwise the browser focuses the close button, which comes first.
  const dialog = useModal(onClose, '.body :is(input, select, textarea)');
  return (
    <dialog ref={dialog} className="dialog" aria-labelledby={titleId}>
      <div className="head">
        <h2 id={titleId}>{title}</h2>
        {onClose !== undefined && (
          <Button kind="quiet" className="push" aria-label={t.close} onClick={onClose}>
            <Icon name="close" />
          </Button>
        )}
      </div>
      <div className="body">{children}</div>
    </dialog>
  );
}
