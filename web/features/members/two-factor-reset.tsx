// For a member who has lost the phone and the recovery codes: what will happen, and the button that does it.
import type { Member } from '@kvartplata/contracts/core/members.ts';
import type { ReactElement } from 'react';
import { inBoth, useLanguage, useWords } from '../../lib/words.ts';
import { AskedButton } from '../../ui/asked-button.tsx';
import { tell } from '../../ui/toasts.tsx';
import { nameOf, resetTwoFactor } from './members.ts';

const WORDS = inBoth(
  {
    reset: 'Сбросить код',
    resetOf: (name: string) => `Сбросить код: ${name}`,
    title: 'Потерян телефон с кодами',
    what: (name: string) =>
      `${name} будет входить по одному паролю, пока не включит вход по коду заново. Все сеансы закончатся, о сбросе придёт письмо. Убедитесь, что просит об этом сам человек, а не тот, кто узнал его пароль.`,
    sure: 'Сбросить вход по коду',
    done: 'Вход по коду сброшен.',
  },
  {
    reset: 'Reset the code',
    resetOf: (name) => `Reset the code of ${name}`,
    title: 'The phone with the codes is lost',
    what: (name) =>
      `${name} will sign in with the password alone until two-factor sign-in is turned on again. All their sessions end, and an e-mail tells them. Make sure that it is the person who asks, and not somebody who knows their password.`,
    sure: 'Reset two-factor sign-in',
    done: 'Two-factor sign-in has been reset.',
  },
);

export function TwoFactorReset({ member }: { readonly member: Member }): ReactElement {
  const t = useWords(WORDS);
  const language = useLanguage();
  const name = nameOf(member);
  return (
    <AskedButton
      label={t.reset}
      name={t.resetOf(name)}
      title={t.title}
      what={t.what(name)}
      sure={t.sure}
      act={async () => {
        await resetTwoFactor(member, language);
        tell(t.done);
      }}
    />
  );
}
