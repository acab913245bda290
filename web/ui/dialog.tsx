// A dialog over the page: the browser keeps the focus in it, and Escape closes it. What is typed in it and not saved is not
// thrown away before somebody has said so.
import {
  createContext,
  useContext,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
  type ReactElement,
  type ReactNode,
} from 'react';
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
  },
  {
    close: 'Close',
    unsaved: 'What you typed is not saved',
    lost: 'If you close the form, what you typed in it is lost.',
    discard: 'Close without saving',
    back: 'Back to the form',
  },
);

/** The dialog that a form stands in. */
type Around = {
  /** Says that something is typed and not saved; what it returns takes that back. */
  readonly hold: () => () => void;
  /** Does at once what closes the dialog, or after the user has agreed to lose what is typed. */
  readonly leave: (close: () => void) => void;
};

const AroundForm = createContext<Around>({
  hold: () => () => undefined,
  leave: (close) => close(),
});

/** How a form leaves the dialog around it, if there is one. @param isUnsaved something is typed that would be lost */
export function useLeave(isUnsaved: boolean): Around['leave'] {
  const { hold, leave } = useContext(AroundForm);
  useEffect(() => (isUnsaved ? hold() : undefined), [hold, isUnsaved]);
  return leave;
}

type Props = {
  readonly title: string;
  /** Undefined for what has to be answered first. */
  readonly onClose: (() => void) | undefined;
  readonly children: ReactNode;
};

export function Dialog({ title, onClose, children }: Props): ReactElement {
  const t = useWords(WORDS);
  const held = useRef(0);
  const [asked, setAsked] = useState<{ readonly close: () => void }>();
  const around = useMemo(
    (): Around => ({
      hold: () => {
        held.current += 1;
        return () => (held.current -= 1);
      },
      leave: (close) => (held.current > 0 ? setAsked({ close }) : close()),
    }),
    [],
  );
  return (
    <AroundForm value={around}>
      <Frame
        title={title}
        onClose={onClose === undefined ? undefined : () => around.leave(onClose)}
      >
        {children}
      </Frame>
      {asked !== undefined && (
        <Frame title={t.unsaved} onClose={() => setAsked(undefined)}>
          <div className="stack">
            <p>{t.lost}</p>
            <div className="row">
              <Button kind="danger" onClick={asked.close}>
                {t.discard}
              </Button>
              <Button onClick={() => setAsked(undefined)}>{t.back}</Button>
            </div>
          </div>
        </Frame>
      )}
    </AroundForm>
  );
}

function Frame({ title, onClose, children }: Props): ReactElement {
  const t = useWords(WORDS);
  const titleId = useId();
  // Else the browser takes the button that closes it, which stands first.
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
