// A key that is shown this once, to be copied.
import { useState, type ReactElement } from 'react';
import { inBoth, useWords } from '../../lib/words.ts';
import { Button } from '../../ui/button.tsx';

const WORDS = inBoth(
  {
    once: 'Скопируйте ключ сейчас: больше он не будет показан, и узнать его потом нельзя. Кто знает ключ, тот входит по нему.',
    key: 'Ключ',
    copy: 'Скопировать',
    copied: 'Скопировано',
    done: 'Готово',
  },
  {
    once: 'Copy the key now: it is shown this once and cannot be found out later. Whoever knows it can sign in with it.',
    key: 'Key',
    copy: 'Copy',
    copied: 'Copied',
    done: 'Done',
  },
);

export function ShownOnce({
  secret,
  onDone,
}: {
  readonly secret: string;
  readonly onDone: () => void;
}): ReactElement {
  const t = useWords(WORDS);
  const [isCopied, setCopied] = useState(false);
  return (
    <div className="stack">
      <p>{t.once}</p>
      <input
        className="input"
        aria-label={t.key}
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
