// Choosing or dropping the file of a registry, and its profile.
import {
  PROFILE_NAMES,
  type RegistryProfile,
} from '@kvartplata/contracts/billing/registry-profiles.ts';
import { useId, type ReactElement } from 'react';
import { sourceName } from '@kvartplata/contracts/billing/payment-sources.ts';
import { inBoth, useLanguage, useWords } from '../../lib/words.ts';
import { FileDrop } from '../../ui/file-drop.tsx';
import { guessProfile, HEAD_BYTES } from './guess-profile.ts';

const WORDS = inBoth(
  {
    hint: 'Сначала он только проверяется.',
    profile: 'Вид реестра',
    guessed: 'Определён по содержанию файла',
    unknown: 'Выберите вид: по книге XLSX он не определяется',
    choose: '— выберите —',
  },
  {
    hint: 'First it is only checked.',
    profile: 'Registry type',
    guessed: 'Guessed from the contents',
    unknown: 'Choose the type: it cannot be guessed from an XLSX workbook',
    choose: '— choose —',
  },
);

export type Chosen = {
  readonly file: File;
  /** Undefined until the user has chosen it. */
  readonly profile: RegistryProfile | undefined;
  readonly isGuessed: boolean;
};

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
  async function take(file: File): Promise<void> {
    const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
    const profile = guessProfile(head);
    onChoose({ file, profile, isGuessed: profile !== undefined });
  }
  return (
    <FileDrop
      hint={t.hint}
      accept=".txt,.csv,.xlsx,text/*"
      chosen={chosen?.file.name}
      onChoose={(file) => void take(file)}
    >
      {chosen !== undefined && (
        <div className="field">
          <label htmlFor={profileId}>{t.profile}</label>
          <select
            id={profileId}
            className="input"
            value={chosen.profile ?? ''}
            onChange={(event) => {
              const profile = PROFILE_NAMES.find((name) => name === event.target.value);
              onChoose({ file: chosen.file, profile, isGuessed: false });
            }}
          >
            {chosen.profile === undefined && <option value="">{t.choose}</option>}
            {PROFILE_NAMES.map((profile) => (
              <option key={profile} value={profile}>
                {sourceName(profile, language)}
              </option>
            ))}
          </select>
          {chosen.isGuessed && <span className="hint">{t.guessed}</span>}
          {chosen.profile === undefined && <span className="hint">{t.unknown}</span>}
        </div>
      )}
    </FileDrop>
  );
}
