// A secret that is shown only once, to be copied.
import { useRef, useState, type ReactElement } from 'react';
import { copyText } from '../lib/copy-text.ts';
import { inBoth, useWords } from '../lib/words.ts';
import { Button } from './button.tsx';

const WORDS = inBoth(
  {
    copy: 'Скопировать',
    copied: 'Скопировано',
    refused: 'Браузер не дал скопировать. Текст выделен: нажмите Ctrl+C.',
    done: 'Готово',
  },
  {
    copy: 'Copy',
    copied: 'Copied',
    refused: 'The browser did not allow copying. The text is selected: press Ctrl+C.',
    done: 'Done',
  },
);

export function ShownOnce({
  label,
  note,
  secret,
  onDone,
}: {
  readonly label: string;
  /** What happens if it is not copied now. */
  readonly note: string;
  readonly secret: string;
  readonly onDone: () => void;
}): ReactElement {
  const t = useWords(WORDS);
  const input = useRef<HTMLInputElement>(null);
  /** Undefined until it is tried. */
  const [isCopied, setCopied] = useState<boolean>();
  const copy = async (): Promise<void> => {
    const copied = await copyText(secret);
    setCopied(copied);
    // Focusing selects all of it.
    if (!copied) input.current?.focus();
  };
  return (
    <div className="stack">
      <p>{note}</p>
      <input
        ref={input}
        className="input"
        aria-label={label}
        readOnly
        value={secret}
        onFocus={(event) => event.target.select()}
      />
      {isCopied === false && <p role="status">{t.refused}</p>}
      <div className="row">
        <Button onClick={() => void copy()}>{isCopied === true ? t.copied : t.copy}</Button>
        <Button kind="quiet" onClick={onDone}>
          {t.done}
        </Button>
      </div>
    </div>
  );
}
