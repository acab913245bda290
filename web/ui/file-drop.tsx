// Choosing a file with the keyboard or the mouse, or dropping it on the page.
import { useState, type ReactElement, type ReactNode } from 'react';
import { inBoth, useWords } from '../lib/words.ts';

const WORDS = inBoth(
  { choose: 'Выбрать файл…', drop: 'Или перетащите файл сюда.' },
  { choose: 'Choose a file…', drop: 'Or drop the file here.' },
);

export function FileDrop({
  hint,
  accept,
  isMany = false,
  chosen,
  onChoose,
  children,
}: {
  readonly hint: string;
  readonly accept: string;
  /** Several may be chosen at once. */
  readonly isMany?: boolean;
  /** The name of the file. */
  readonly chosen: string | undefined;
  readonly onChoose: (file: File, others: readonly File[]) => void;
  /** More to say about the file. */
  readonly children?: ReactNode;
}): ReactElement {
  const t = useWords(WORDS);
  const [isOver, setOver] = useState(false);
  const take = (files: FileList | null): void => {
    const [file, ...others] = files ?? [];
    if (file !== undefined) onChoose(file, isMany ? others : []);
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
        take(event.dataTransfer.files);
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
              multiple={isMany}
              onChange={(event) => {
                take(event.target.files);
                // So that the same file can be chosen again after it was corrected.
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
