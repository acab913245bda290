// A dialog over the page: the browser keeps the focus in it and gives it back, and Escape closes it.
import { useEffect, useId, useRef, type ReactElement, type ReactNode } from 'react';
import { inBoth, useWords } from '../lib/words.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

const WORDS = inBoth({ close: 'Закрыть' }, { close: 'Close' });

export function Dialog({
  title,
  onClose,
  children,
}: {
  readonly title: string;
  /** Undefined for what has to be answered first. */
  readonly onClose: (() => void) | undefined;
  readonly children: ReactNode;
}): ReactElement {
  const t = useWords(WORDS);
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    if (element?.open === false) {
      element.showModal();
      // Else the browser takes the button that closes it, which stands first.
      element.querySelector<HTMLElement>('.body :is(input, select, textarea)')?.focus();
    }
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className="dialog"
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
      // A browser lets no page refuse a second Escape, and closes the dialog by itself.
      onClose={() => (onClose === undefined ? dialog.current?.showModal() : onClose())}
    >
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
