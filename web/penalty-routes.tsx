// The addresses of penalties.
import { createRoute } from '@tanstack/react-router';
import { signedIn } from './doors.tsx';
import { lazyPage } from './lib/lazy-page.ts';
import { whichInstalments } from './lib/searches.ts';

const penaltyRates = createRoute({
  getParentRoute: () => signedIn,
  path: '/penalties/rates',
  component: lazyPage(async () => import('./pages/penalty-rates-page.tsx'), 'PenaltyRatesPage'),
});

const penaltyCalculator = createRoute({
  getParentRoute: () => signedIn,
  path: '/penalties/calculator',
  component: lazyPage(
    async () => import('./pages/penalty-calculator-page.tsx'),
    'PenaltyCalculatorPage',
  ),
});

const penaltyRules = createRoute({
  getParentRoute: () => signedIn,
  path: '/penalties/rules',
  component: lazyPage(async () => import('./pages/penalty-rules-page.tsx'), 'PenaltyRulesPage'),
});

const penaltyAccruals = createRoute({
  getParentRoute: () => signedIn,
  path: '/penalties/accruals',
  component: lazyPage(
    async () => import('./pages/penalty-accruals-page.tsx'),
    'PenaltyAccrualsPage',
  ),
});

const instalments = createRoute({
  getParentRoute: () => signedIn,
  path: '/penalties/instalments',
  validateSearch: whichInstalments,
  component: lazyPage(async () => import('./pages/instalments-page.tsx'), 'InstalmentsPage'),
});

export const penaltyRoutes = [
  penaltyRates,
  penaltyCalculator,
  penaltyRules,
  penaltyAccruals,
  instalments,
] as const;
