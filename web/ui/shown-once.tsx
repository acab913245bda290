// A secret that is shown only once, to be copied.
import { useState, type ReactElement } from 'react';
import { inBoth, useWords } from '../lib/words.ts';
import { Button } from './button.tsx';

const WORDS = inBoth(
  { copy: 'Скопировать', copied: 'Скопировано', done: 'Готово' },
  { copy: 'Copy', copied: 'Copied', done: 'Done' },
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
  const [isCopied, setCopied] = useState(false);
  return (
    <div className="stack">
      <p>{note}</p>
      <input
        className="input"
        aria-label={label}
        readOnly
        value={secret}
        onFocus={(event) => event.target.select()}
      />
      <div className="row">
        <Button
          onClick={() => {
            void navigator.clipboard.writeText(secret).then(() => setCopied(true));
          }}
        >
          {isCopied ? t.copied : t.copy}
        </Button>
        <Button kind="quiet" onClick={onDone}>
          {t.done}
        </Button>
      </div>
    </div>
  );
}
