// Choosing a file by the keyboard or the mouse, or dropping it on the page.
import { useState, type ReactElement, type ReactNode } from 'react';
import { inBoth, useWords } from '../lib/words.ts';

const WORDS = inBoth(
  { choose: 'Выбрать файл…', drop: 'Или перетащите файл сюда.' },
  { choose: 'Choose a file…', drop: 'Or drop the file here.' },
);

export function FileDrop({
  hint,
  accept,
  chosen,
  onChoose,
  children,
}: {
  readonly hint: string;
  readonly accept: string;
  /** The name of the file. */
  readonly chosen: string | undefined;
  readonly onChoose: (file: File) => void;
  /** What else is to be said of the file. */
  readonly children?: ReactNode;
}): ReactElement {
  const t = useWords(WORDS);
  const [isOver, setOver] = useState(false);
  const take = (file: File | undefined): void => {
    if (file !== undefined) onChoose(file);
  };
  return (
    <div
      className={`drop ${isOver ? 'over' : ''}`}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        take(event.dataTransfer.files[0]);
      }}
    >
      <div className="field">
        <span className="row">
          <label className="button">
            {t.choose}
            <input
              className="unseen"
              type="file"
              accept={accept}
              onChange={(event) => {
                take(event.target.files?.[0]);
                // The same file may be chosen again once it was put right.
                event.target.value = '';
              }}
            />
          </label>
          <strong>{chosen}</strong>
        </span>
        <span className="hint">
          {hint} {t.drop}
        </span>
      </div>
      {children}
    </div>
  );
}
