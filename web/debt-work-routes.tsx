// The addresses of debt work.
import { createRoute } from '@tanstack/react-router';
import { signedIn } from './doors.tsx';
import { lazyPage } from './lib/lazy-page.ts';
import { whichCases, whichDebtors, whichNotices } from './lib/searches.ts';

const debtWork = createRoute({
  getParentRoute: () => signedIn,
  path: '/debt-work',
  component: lazyPage(async () => import('./pages/debt-work-page.tsx'), 'DebtWorkPage'),
});

const notices = createRoute({
  getParentRoute: () => signedIn,
  path: '/debt-work/notices',
  validateSearch: whichNotices,
  component: lazyPage(
    async () => import('./pages/restriction-notices-page.tsx'),
    'RestrictionNoticesPage',
  ),
});

const letters = createRoute({
  getParentRoute: () => signedIn,
  path: '/debt-work/letters',
  validateSearch: whichDebtors,
  component: lazyPage(async () => import('./pages/debt-letters-page.tsx'), 'DebtLettersPage'),
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

export const debtWorkRoutes = [debtWork, notices, letters, courtCases, courtCase] as const;
