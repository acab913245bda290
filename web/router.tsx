// The addresses of the page. Each page is loaded when it is first opened; all but the doors need a signed-in user.
import { createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { register, root, signedIn, signIn } from './doors.tsx';
import {
  whatIsImported,
  whichChanges,
  whichDays,
  whichMonth,
  whichReport,
  whichService,
} from './lib/searches.ts';
import { BrokenPage, MissingPage, WaitingPage } from './pages/broken-page.tsx';

const start = createRoute({
  getParentRoute: () => signedIn,
  path: '/',
  validateSearch: whichMonth,
  component: lazyRouteComponent(async () => import('./pages/start-page.tsx'), 'StartPage'),
});

const security = createRoute({
  getParentRoute: () => signedIn,
  path: '/security',
  component: lazyRouteComponent(async () => import('./pages/security-page.tsx'), 'SecurityPage'),
});

const newOrganization = createRoute({
  getParentRoute: () => signedIn,
  path: '/organizations/new',
  component: lazyRouteComponent(
    async () => import('./pages/new-organization-page.tsx'),
    'NewOrganizationPage',
  ),
});

const organization = createRoute({
  getParentRoute: () => signedIn,
  path: '/organization',
  component: lazyRouteComponent(
    async () => import('./pages/organization-page.tsx'),
    'OrganizationPage',
  ),
});

const houses = createRoute({
  getParentRoute: () => signedIn,
  path: '/houses',
  component: lazyRouteComponent(async () => import('./pages/houses-page.tsx'), 'HousesPage'),
});

const accounts = createRoute({
  getParentRoute: () => signedIn,
  path: '/accounts',
  component: lazyRouteComponent(async () => import('./pages/accounts-page.tsx'), 'AccountsPage'),
});

const house = createRoute({
  getParentRoute: () => signedIn,
  path: '/houses/$houseId',
  component: lazyRouteComponent(async () => import('./pages/house-page.tsx'), 'HousePage'),
});

const services = createRoute({
  getParentRoute: () => signedIn,
  path: '/houses/$houseId/services',
  validateSearch: whichService,
  component: lazyRouteComponent(async () => import('./pages/services-page.tsx'), 'ServicesPage'),
});

const utilityServices = createRoute({
  getParentRoute: () => signedIn,
  path: '/utility-services',
  component: lazyRouteComponent(
    async () => import('./pages/utility-services-page.tsx'),
    'UtilityServicesPage',
  ),
});

const law = createRoute({
  getParentRoute: () => signedIn,
  path: '/law',
  component: lazyRouteComponent(async () => import('./pages/law-page.tsx'), 'LawPage'),
});

const meters = createRoute({
  getParentRoute: () => signedIn,
  path: '/houses/$houseId/meters',
  component: lazyRouteComponent(async () => import('./pages/meters-page.tsx'), 'MetersPage'),
});

const year = createRoute({
  getParentRoute: () => signedIn,
  path: '/houses/$houseId/year',
  component: lazyRouteComponent(async () => import('./pages/year-page.tsx'), 'YearPage'),
});

const meter = createRoute({
  getParentRoute: () => signedIn,
  path: '/houses/$houseId/meters/$meterId',
  component: lazyRouteComponent(async () => import('./pages/meter-page.tsx'), 'MeterPage'),
});

const audit = createRoute({
  getParentRoute: () => signedIn,
  path: '/audit',
  validateSearch: whichChanges,
  component: lazyRouteComponent(async () => import('./pages/audit-page.tsx'), 'AuditPage'),
});

const imports = createRoute({
  getParentRoute: () => signedIn,
  path: '/imports',
  validateSearch: whatIsImported,
  component: lazyRouteComponent(async () => import('./pages/imports-page.tsx'), 'ImportsPage'),
});

const moves = createRoute({
  getParentRoute: () => signedIn,
  path: '/moves',
  component: lazyRouteComponent(async () => import('./pages/moves-page.tsx'), 'MovesPage'),
});

const readings = createRoute({
  getParentRoute: () => signedIn,
  path: '/houses/$houseId/readings/$period',
  component: lazyRouteComponent(async () => import('./pages/readings-page.tsx'), 'ReadingsPage'),
});

const month = createRoute({
  getParentRoute: () => signedIn,
  path: '/month/$period',
  component: lazyRouteComponent(async () => import('./pages/month-page.tsx'), 'MonthPage'),
});

const payments = createRoute({
  getParentRoute: () => signedIn,
  path: '/payments',
  validateSearch: whichDays,
  component: lazyRouteComponent(async () => import('./pages/payments-page.tsx'), 'PaymentsPage'),
});

const paymentImports = createRoute({
  getParentRoute: () => signedIn,
  path: '/payments/imports',
  component: lazyRouteComponent(
    async () => import('./pages/payment-imports-page.tsx'),
    'PaymentImportsPage',
  ),
});

const paymentImport = createRoute({
  getParentRoute: () => signedIn,
  path: '/payments/imports/$importId',
  component: lazyRouteComponent(
    async () => import('./pages/payment-import-page.tsx'),
    'PaymentImportPage',
  ),
});

const openingBalances = createRoute({
  getParentRoute: () => signedIn,
  path: '/payments/opening',
  component: lazyRouteComponent(
    async () => import('./pages/opening-balances-page.tsx'),
    'OpeningBalancesPage',
  ),
});

const openingImport = createRoute({
  getParentRoute: () => signedIn,
  path: '/payments/opening/$importId',
  component: lazyRouteComponent(
    async () => import('./pages/opening-import-page.tsx'),
    'OpeningImportPage',
  ),
});

const unidentified = createRoute({
  getParentRoute: () => signedIn,
  path: '/payments/unidentified',
  component: lazyRouteComponent(
    async () => import('./pages/unidentified-page.tsx'),
    'UnidentifiedPage',
  ),
});

const disputes = createRoute({
  getParentRoute: () => signedIn,
  path: '/disputes',
  component: lazyRouteComponent(async () => import('./pages/disputes-page.tsx'), 'DisputesPage'),
});

const account = createRoute({
  getParentRoute: () => signedIn,
  path: '/accounts/$accountId',
  validateSearch: whichMonth,
  component: lazyRouteComponent(async () => import('./pages/account-page.tsx'), 'AccountPage'),
});

const statement = createRoute({
  getParentRoute: () => signedIn,
  path: '/accounts/$accountId/statement',
  validateSearch: whichReport('periodFrom', 'periodTo'),
  component: lazyRouteComponent(async () => import('./pages/statement-page.tsx'), 'StatementPage'),
});

const reconciliation = createRoute({
  getParentRoute: () => signedIn,
  path: '/accounts/$accountId/reconciliation',
  validateSearch: whichReport('periodFrom', 'periodTo'),
  component: lazyRouteComponent(
    async () => import('./pages/reconciliation-page.tsx'),
    'ReconciliationPage',
  ),
});

const accountPenalties = createRoute({
  getParentRoute: () => signedIn,
  path: '/accounts/$accountId/penalties',
  component: lazyRouteComponent(
    async () => import('./pages/account-penalties-page.tsx'),
    'AccountPenaltiesPage',
  ),
});

const reports = createRoute({
  getParentRoute: () => signedIn,
  path: '/reports',
  beforeLoad: () => {
    throw redirect({ to: '/reports/turnover' });
  },
});

const turnover = createRoute({
  getParentRoute: () => signedIn,
  path: '/reports/turnover',
  validateSearch: whichReport('houseId', 'periodFrom', 'periodTo', 'split'),
  component: lazyRouteComponent(async () => import('./pages/turnover-page.tsx'), 'TurnoverPage'),
});

const debtors = createRoute({
  getParentRoute: () => signedIn,
  path: '/reports/debtors',
  validateSearch: whichReport('houseId', 'minMonths', 'order'),
  component: lazyRouteComponent(async () => import('./pages/debtors-page.tsx'), 'DebtorsPage'),
});

const collection = createRoute({
  getParentRoute: () => signedIn,
  path: '/reports/collection',
  validateSearch: whichReport('houseId', 'periodFrom', 'periodTo'),
  component: lazyRouteComponent(
    async () => import('./pages/collection-page.tsx'),
    'CollectionPage',
  ),
});

const exporting = createRoute({
  getParentRoute: () => signedIn,
  path: '/reports/exports',
  validateSearch: whichReport('houseId', 'periodFrom', 'periodTo'),
  component: lazyRouteComponent(async () => import('./pages/exports-page.tsx'), 'ExportsPage'),
});

const endingVerifications = createRoute({
  getParentRoute: () => signedIn,
  path: '/reports/ending-verifications',
  validateSearch: whichReport('houseId', 'within'),
  component: lazyRouteComponent(
    async () => import('./pages/ending-verifications-page.tsx'),
    'EndingVerificationsPage',
  ),
});

const penalties = createRoute({
  getParentRoute: () => signedIn,
  path: '/penalties',
  beforeLoad: () => {
    throw redirect({ to: '/penalties/rates' });
  },
});

const penaltyRates = createRoute({
  getParentRoute: () => signedIn,
  path: '/penalties/rates',
  component: lazyRouteComponent(
    async () => import('./pages/penalty-rates-page.tsx'),
    'PenaltyRatesPage',
  ),
});

const penaltyCalculator = createRoute({
  getParentRoute: () => signedIn,
  path: '/penalties/calculator',
  component: lazyRouteComponent(
    async () => import('./pages/penalty-calculator-page.tsx'),
    'PenaltyCalculatorPage',
  ),
});

const penaltyRules = createRoute({
  getParentRoute: () => signedIn,
  path: '/penalties/rules',
  component: lazyRouteComponent(
    async () => import('./pages/penalty-rules-page.tsx'),
    'PenaltyRulesPage',
  ),
});

const penaltyAccruals = createRoute({
  getParentRoute: () => signedIn,
  path: '/penalties/accruals',
  component: lazyRouteComponent(
    async () => import('./pages/penalty-accruals-page.tsx'),
    'PenaltyAccrualsPage',
  ),
});

const inside = [
  start,
  security,
  newOrganization,
  organization,
  month,
  payments,
  paymentImports,
  paymentImport,
  openingBalances,
  openingImport,
  unidentified,
  disputes,
  houses,
  house,
  services,
  utilityServices,
  law,
  imports,
  moves,
  audit,
  meters,
  meter,
  year,
  readings,
  accounts,
  account,
  statement,
  reconciliation,
  accountPenalties,
  reports,
  turnover,
  debtors,
  collection,
  exporting,
  endingVerifications,
  penalties,
  penaltyRates,
  penaltyCalculator,
  penaltyRules,
  penaltyAccruals,
];

export const router = createRouter({
  routeTree: root.addChildren([signIn, register, signedIn.addChildren(inside)]),
  defaultPreload: 'intent',
  defaultErrorComponent: BrokenPage,
  defaultPendingComponent: WaitingPage,
  defaultNotFoundComponent: MissingPage,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
