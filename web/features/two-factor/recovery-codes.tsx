// The recovery codes, shown only once: to be copied, or downloaded as a file.
import type { ReactElement } from 'react';
import { copyText } from '../../lib/copy-text.ts';
import { inBoth, useWords } from '../../lib/words.ts';
import { Button } from '../../ui/button.tsx';
import { tell, warn } from '../../ui/toasts.tsx';

const WORDS = inBoth(
  {
    why: 'Вход по коду включён. Сохраните резервные коды: каждый один раз заменит телефон. Больше их не покажут.',
    list: 'Резервные коды',
    copy: 'Скопировать',
    copied: 'Коды скопированы.',
    notCopied: 'Браузер не дал скопировать: сохраните коды файлом.',
    file: 'Сохранить файлом',
    kept: 'Коды у меня, готово',
  },
  {
    why: 'Two-factor sign-in is on. Keep the recovery codes: each replaces the phone once. They are not shown again.',
    list: 'Recovery codes',
    copy: 'Copy',
    copied: 'Codes copied.',
    notCopied: 'The browser did not allow copying: save the codes as a file.',
    file: 'Save as a file',
    kept: 'I have saved the codes',
  },
);

export function RecoveryCodes({
  codes,
  onKept,
}: {
  readonly codes: readonly string[];
  readonly onKept: () => void;
}): ReactElement {
  const t = useWords(WORDS);
  const text = `${codes.join('\n')}\n`;
  const copy = async (): Promise<void> => {
    if (await copyText(text)) tell(t.copied);
    else warn(t.notCopied);
  };
  return (
    <div className="stack">
      <p>{t.why}</p>
      <ol className="recovery-codes" aria-label={t.list}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className="row">
        <Button onClick={() => void copy()}>{t.copy}</Button>
        <a
          className="button"
          download="kvartplata-codes.txt"
          href={`data:text/plain,${encodeURIComponent(text)}`}
        >
          {t.file}
        </a>
        <Button kind="primary" onClick={onKept}>
          {t.kept}
        </Button>
      </div>
    </div>
  );
}
