// Step-up for amounts above the organization's limit and new API keys: a dialog requests the code, and the waiting request is
// then sent again unchanged.
import type { RequestFailure } from '@kvartplata/client/request-failure.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type ReactElement } from 'react';
import { whenProofIsNeeded } from '../../lib/api.ts';
import { inBoth, useWords } from '../../lib/words.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form, useForm } from '../../ui/form.tsx';
import { Answered } from '../../ui/states.tsx';
import { proveNow, twoFactorStatus } from './two-factor.ts';

const WORDS = inBoth(
  {
    title: 'Нужен код из телефона',
    why: 'Деньги выше предела организации, сам предел и новый ключ для программы – только с кодом. Введите его: запись продолжится сама, и десять минут код больше не понадобится.',
    code: 'Код из приложения',
    codeHint: 'Шесть цифр. Нет телефона под рукой – введите резервный код',
    confirm: 'Подтвердить и записать',
    none: 'Деньги выше предела организации и сам предел – только с кодом, а вход по коду у вас не включён. Включите его на странице «Вход и безопасность», затем повторите запись: введённое останется здесь.',
    setUp: 'Включить вход по коду',
    close: 'Закрыть',
  },
  {
    title: 'A code from your phone is needed',
    why: 'Money above the organization’s limit, the limit itself and a new API key need a code. Enter it: what waits is then saved by itself, and for ten minutes no other code is needed.',
    code: 'Authenticator code',
    codeHint: 'Six digits. Without your phone, enter a recovery code',
    confirm: 'Confirm and save',
    none: 'Money above the organization’s limit, and the limit itself, need a code, and you have not turned on two-factor sign-in. Turn it on under “Sign-in and security”, then save again: what you typed stays here.',
    setUp: 'Turn on two-factor sign-in',
    close: 'Close',
  },
);

type Waiting = {
  readonly refusal: RequestFailure;
  readonly goOn: () => void;
  readonly giveUp: (refusal: RequestFailure) => void;
};

export function StepUp(): ReactElement | null {
  const [waiting, setWaiting] = useState<readonly Waiting[]>([]);
  useEffect(() => {
    whenProofIsNeeded(async (refusal) => {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      setWaiting((others) => [...others, { refusal, goOn: resolve, giveUp: reject }]);
      return promise;
    });
    return () => whenProofIsNeeded(undefined);
  }, []);
  if (waiting.length === 0) return null;
  return (
    <Asking
      onProven={() => {
        setWaiting([]);
        for (const { goOn } of waiting) goOn();
      }}
      onClose={() => {
        setWaiting([]);
        for (const { giveUp, refusal } of waiting) giveUp(refusal);
      }}
    />
  );
}

function Asking({
  onProven,
  onClose,
}: {
  readonly onProven: () => void;
  readonly onClose: () => void;
}): ReactElement {
  const t = useWords(WORDS);
  // It may have been turned on in another tab a moment ago.
  const query = useQuery({ ...twoFactorStatus, staleTime: 0 });
  return (
    <Dialog title={t.title} onClose={onClose}>
      <Answered query={query}>
        {({ enabled }) =>
          enabled ? (
            <CodeForm onProven={onProven} />
          ) : (
            <div className="stack">
              <p>{t.none}</p>
              <div className="row">
                {/* In a new tab, so that the input here is kept. */}
                <a className="button primary" href="/security" target="_blank" rel="noreferrer">
                  {t.setUp}
                </a>
                <Button onClick={onClose}>{t.close}</Button>
              </div>
            </div>
          )
        }
      </Answered>
    </Dialog>
  );
}

function CodeForm({ onProven }: { readonly onProven: () => void }): ReactElement {
  const t = useWords(WORDS);
  const form = useForm({
    initial: { code: '' },
    savesNothing: true,
    required: ['code'],
    names: { recoveryCode: 'code' },
    save: async ({ code }) => {
      await proveNow(code);
      onProven();
    },
  });
  return (
    <div className="stack">
      <p>{t.why}</p>
      <Form of={form} save={t.confirm}>
        <TextField
          of={form.field('code')}
          label={t.code}
          hint={t.codeHint}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
        />
      </Form>
    </div>
  );
}
