// The other way to sign in: through the provider, if one is configured.
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { inBoth, useWords } from '../../lib/words.ts';
import { addressOfSignIn, oidcProvider } from './oidc.ts';

const WORDS = inBoth(
  { through: (name: string) => `Войти через ${name}` },
  { through: (name) => `Sign in through ${name}` },
);

export function ProviderLink({
  next,
}: {
  /** The page to return to. */
  readonly next: string | undefined;
}): ReactElement | null {
  const t = useWords(WORDS);
  const provider = useQuery(oidcProvider).data?.provider;
  // Until this is known, the password is offered.
  if (provider === null || provider === undefined) return null;
  return (
    <p>
      <a className="button plain" href={addressOfSignIn(next)}>
        {t.through(provider.name)}
      </a>
    </p>
  );
}
