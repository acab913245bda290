// Shown instead of a page that does not exist, is still loading, or failed to render.
import { Link, useRouter } from '@tanstack/react-router';
import { useEffect, type ReactElement } from 'react';
import { RequestFailure } from '@kvartplata/client/request-failure.ts';
import { loadMissingNow, useMissingScript } from '../lib/lazy-page.ts';
import { mayPass } from '../lib/queries.ts';
import { inBoth, useWords } from '../lib/words.ts';
import { FailureNote } from '../ui/failure-note.tsx';
import { Page } from '../ui/page.tsx';
import { Loading, Unread } from '../ui/states.tsx';

const WORDS = inBoth(
  {
    missing: 'Такой страницы нет',
    home: 'На главную',
    why: 'Адрес набран с ошибкой или запись удалили.',
    broken: 'Страница не открылась',
  },
  {
    missing: 'Page not found',
    home: 'To the start page',
    why: 'The address is wrong, or the record was deleted.',
    broken: 'The page did not open',
  },
);

const UNREACHABLE = new RequestFailure('unreachable', 0);
/** Failed reads are repeated automatically, in case the service is back. */
const LOOK_AGAIN_MS = 5_000;

export function MissingPage(): ReactElement {
  const t = useWords(WORDS);
  return (
    <Page title={t.missing}>
      <p>{t.why}</p>
      <p>
        <Link to="/">{t.home}</Link>
      </p>
    </Page>
  );
}

/** For an address that belongs to no page, without the usual frame. */
export function LonelyMissingPage(): ReactElement {
  return (
    <main>
      <MissingPage />
    </main>
  );
}

export function BrokenPage({ error }: { readonly error: unknown }): ReactElement {
  const t = useWords(WORDS);
  const router = useRouter();
  const passes = mayPass(error);
  useEffect(() => {
    if (!passes) return undefined;
    const timer = setInterval(() => void router.invalidate(), LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [passes, router]);
  return (
    <Page title={t.broken}>
      <FailureNote error={error} onRetry={() => void router.invalidate()} />
    </Page>
  );
}

/** While a page's script is loading. */
export function WaitingPage(): ReactElement {
  const isMissing = useMissingScript();
  return isMissing ? <Unread error={UNREACHABLE} onRetry={loadMissingNow} /> : <Loading />;
}
