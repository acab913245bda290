// The user's two-factor sign-in: turned on with a phone and recovery codes, or off with a password and a code.
import type { TwoFactorSecret, TwoFactorStatus } from '@kvartplata/contracts/auth/two-factor.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { showDayOf } from '../../lib/days.ts';
import { isRefused } from '@kvartplata/client/request-failure.ts';
import { counted, countedEn, inBoth, useWords } from '../../lib/words.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form, useForm } from '../../ui/form.tsx';
import { Answered } from '../../ui/states.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { beginTwoFactor, confirmTwoFactor, endTwoFactor, twoFactorStatus } from './two-factor.ts';

const WORDS = inBoth(
  {
    off: 'Сейчас для входа хватает пароля. С кодом из телефона чужой, узнавший пароль, не войдёт.',
    on: (since: string, left: string) => `Включено ${since}. Осталось: ${left}.`,
    codesLeft: (count: number) =>
      counted(count, 'резервный код', 'резервных кода', 'резервных кодов'),
    turnOn: 'Включить вход по коду',
    turnOff: 'Выключить вход по коду',
    password: 'Пароль',
    passwordWhy: 'С последнего входа прошло больше пяти минут',
    next: 'Дальше',
    scan: 'Откройте приложение с кодами (Яндекс Ключ, Google Authenticator, FreeOTP) и снимите этот рисунок.',
    qr: 'QR-код для приложения',
    byHand: 'Если снять не получается, введите ключ вручную:',
    code: 'Код из приложения',
    codeHint: 'Шесть цифр',
    confirm: 'Включить',
    proof: 'Код из приложения или резервный код',
  },
  {
    off: 'At present a password is enough to sign in. With a code from your phone nobody else gets in, even if they know it.',
    on: (since, left) => `On since ${since}. Left: ${left}.`,
    codesLeft: (count) => countedEn(count, 'recovery code'),
    turnOn: 'Turn on two-factor sign-in',
    turnOff: 'Turn off two-factor sign-in',
    password: 'Password',
    passwordWhy: 'You signed in more than five minutes ago',
    next: 'Next',
    scan: 'Open your authenticator app (Yandex Key, Google Authenticator, FreeOTP) and scan this code.',
    qr: 'QR code for the authenticator',
    byHand: 'If you cannot scan it, enter the key:',
    code: 'Authenticator code',
    codeHint: 'Six digits',
    confirm: 'Turn on',
    proof: 'Authenticator code, or a recovery code',
  },
);

export function TwoFactorPanel(): ReactElement {
  const query = useQuery(twoFactorStatus);
  const client = useQueryClient();
  const [codes, setCodes] = useState<readonly string[]>();
  const reload = async (): Promise<void> =>
    client.invalidateQueries({ queryKey: twoFactorStatus.queryKey });
  if (codes !== undefined)
    return <RecoveryCodes codes={codes} onKept={() => setCodes(undefined)} />;
  return (
    <Answered query={query}>
      {(status) =>
        status.enabled ? (
          <TurnedOn status={status} onOff={reload} />
        ) : (
          <TurnedOff
            onOn={(given) => {
              setCodes(given);
              void reload();
            }}
          />
        )
      }
    </Answered>
  );
}

function TurnedOff({ onOn }: { readonly onOn: (codes: readonly string[]) => void }): ReactElement {
  const t = useWords(WORDS);
  const [secret, setSecret] = useState<TwoFactorSecret>();
  const [failure, setFailure] = useState<unknown>();
  if (secret !== undefined) return <Setup secret={secret} onOn={onOn} />;
  if (isRefused(failure, 'password-required')) return <PasswordFirst onSecret={setSecret} />;
  return (
    <div className="stack">
      <p>{t.off}</p>
      {failure !== undefined && <FailureNote error={failure} />}
      <div>
        <Button kind="primary" onClick={() => void beginTwoFactor('').then(setSecret, setFailure)}>
          {t.turnOn}
        </Button>
      </div>
    </div>
  );
}

function PasswordFirst({
  onSecret,
}: {
  readonly onSecret: (secret: TwoFactorSecret) => void;
}): ReactElement {
  const t = useWords(WORDS);
  const form = useForm({
    initial: { password: '' },
    required: ['password'],
    save: async ({ password }) => onSecret(await beginTwoFactor(password)),
  });
  return (
    <Form of={form} save={t.next}>
      <TextField
        of={form.field('password')}
        label={t.password}
        hint={t.passwordWhy}
        type="password"
        autoComplete="current-password"
        autoFocus
      />
    </Form>
  );
}

function Setup({
  secret,
  onOn,
}: {
  readonly secret: TwoFactorSecret;
  readonly onOn: (codes: readonly string[]) => void;
}): ReactElement {
  const t = useWords(WORDS);
  const form = useForm({
    initial: { code: '' },
    required: ['code'],
    save: async ({ code }) => onOn((await confirmTwoFactor(code)).recoveryCodes),
  });
  return (
    <div className="stack">
      <p>{t.scan}</p>
      <img className="qr" src={secret.qrCode} alt={t.qr} width="220" height="220" />
      <p className="small">
        {t.byHand} <code data-secret>{secret.secret}</code>
      </p>
      <Form of={form} save={t.confirm}>
        <TextField
          of={form.field('code')}
          label={t.code}
          hint={t.codeHint}
          inputMode="numeric"
          autoComplete="one-time-code"
        />
      </Form>
    </div>
  );
}

function TurnedOn({
  status,
  onOff,
}: {
  readonly status: TwoFactorStatus;
  readonly onOff: () => Promise<void>;
}): ReactElement {
  const t = useWords(WORDS);
  const [isEnding, setEnding] = useState(false);
  const since = status.enabledAt === null ? '' : showDayOf(status.enabledAt);
  return (
    <div className="stack">
      <p>{t.on(since, t.codesLeft(status.recoveryCodesRemaining))}</p>
      {isEnding ? (
        <EndForm onOff={onOff} onCancel={() => setEnding(false)} />
      ) : (
        <div>
          <Button kind="danger" onClick={() => setEnding(true)}>
            {t.turnOff}
          </Button>
        </div>
      )}
    </div>
  );
}

function EndForm({
  onOff,
  onCancel,
}: {
  readonly onOff: () => Promise<void>;
  readonly onCancel: () => void;
}): ReactElement {
  const t = useWords(WORDS);
  const form = useForm({
    initial: { password: '', code: '' },
    required: ['password', 'code'],
    names: { recoveryCode: 'code' },
    save: async ({ password, code }) => {
      await endTwoFactor(password, code);
      await onOff();
    },
  });
  return (
    <Form of={form} save={t.turnOff} onCancel={onCancel}>
      <div className="pair">
        <TextField
          of={form.field('password')}
          label={t.password}
          type="password"
          autoComplete="current-password"
          autoFocus
        />
        <TextField of={form.field('code')} label={t.proof} autoComplete="one-time-code" />
      </div>
    </Form>
  );
}
