// Choosing the file of a registry, by the mouse or dropped on the page, and how it is laid out.
import type { RegistryProfile } from '@kvartplata/contracts/billing/payment-imports.ts';
import { useId, useState, type ReactElement } from 'react';
import { PROFILES, sourceName } from '../../lib/payment-sources.ts';
import { inBoth, useLanguage, useWords } from '../../lib/words.ts';
import { guessProfile, HEAD_BYTES } from './guess-profile.ts';

const WORDS = inBoth(
  {
    file: 'Выбрать файл…',
    drop: 'Выберите файл или перетащите его сюда. Сначала он только проверяется.',
    profile: 'Вид реестра',
    guessed: 'Определён по содержанию файла',
  },
  {
    file: 'Choose a file…',
    drop: 'Choose a file, or drop it here. It is only looked at first.',
    profile: 'Kind of registry',
    guessed: 'Guessed by what the file holds',
  },
);

export type Chosen = { readonly file: File; readonly profile: RegistryProfile };

export function RegistryChooser({
  chosen,
  onChoose,
}: {
  readonly chosen: Chosen | undefined;
  readonly onChoose: (chosen: Chosen) => void;
}): ReactElement {
  const t = useWords(WORDS);
  const language = useLanguage();
  const profileId = useId();
  const [isOver, setOver] = useState(false);
  async function take(file: File | undefined): Promise<void> {
    if (file === undefined) return;
    const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
    onChoose({ file, profile: guessProfile(head) });
  }
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
        void take(event.dataTransfer.files[0]);
      }}
    >
      <div className="field">
        <span className="row">
          <label className="button">
            {t.file}
            <input
              className="unseen"
              type="file"
              accept=".txt,.csv,.xlsx,text/*"
              onChange={(event) => {
                void take(event.target.files?.[0]);
                // The same file may be chosen again once it was put right.
                event.target.value = '';
              }}
            />
          </label>
          <strong>{chosen?.file.name}</strong>
        </span>
        <span className="hint">{t.drop}</span>
      </div>
      {chosen !== undefined && (
        <div className="field">
          <label htmlFor={profileId}>{t.profile}</label>
          <select
            id={profileId}
            className="input"
            value={chosen.profile}
            onChange={(event) =>
              onChoose({ file: chosen.file, profile: event.target.value as RegistryProfile })
            }
          >
            {PROFILES.map((profile) => (
              <option key={profile} value={profile}>
                {sourceName(profile, language)}
              </option>
            ))}
          </select>
          <span className="hint">{t.guessed}</span>
        </div>
      )}
    </div>
  );
}
