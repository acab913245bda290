// The addresses of the work with debts.
import { createRoute, redirect } from '@tanstack/react-router';
import { signedIn } from './doors.tsx';
import { lazyPage } from './lib/lazy-page.ts';
import { whichCases } from './lib/searches.ts';

const debtWork = createRoute({
  getParentRoute: () => signedIn,
  path: '/debt-work',
  beforeLoad: () => {
    throw redirect({ to: '/debt-work/cases' });
  },
});

const courtCases = createRoute({
  getParentRoute: () => signedIn,
  path: '/debt-work/cases',
  validateSearch: whichCases,
  component: lazyPage(async () => import('./pages/court-cases-page.tsx'), 'CourtCasesPage'),
});

const courtCase = createRoute({
  getParentRoute: () => signedIn,
  path: '/debt-work/cases/$caseId',
  component: lazyPage(async () => import('./pages/court-case-page.tsx'), 'CourtCasePage'),
});

export const debtWorkRoutes = [debtWork, courtCases, courtCase] as const;
