// The addresses of the page. Each page is loaded when it is first opened; all but the sign-in pages need a signed-in user.
import { createRoute, createRouter, redirect } from '@tanstack/react-router';
import { debtWorkRoutes } from './debt-work-routes.tsx';
import { forgottenPassword, register, resetPassword, root, signedIn, signIn } from './doors.tsx';
import { lazyPage } from './lib/lazy-page.ts';
import {
  whatIsImported,
  whatLinked,
  whichAccounts,
  whichChanges,
  whichDisputes,
  whichHouses,
  whichLaw,
  whichMeters,
  whichMonth,
  whichOfAccount,
  whichPayments,
  whichReadings,
  whichRegistries,
  whichRegistryRows,
  whichReport,
  whichRooms,
  whichService,
  whichSetups,
  whichUnidentified,
  whichUtilityServices,
} from './lib/searches.ts';
import { gisRoutes } from './gis-routes.tsx';
import { monthRoutes } from './month-routes.tsx';
import { BrokenPage, MissingPage, WaitingPage } from './pages/broken-page.tsx';
import { penaltyRoutes } from './penalty-routes.tsx';

const start = createRoute({
  getParentRoute: () => signedIn,
  path: '/',
  validateSearch: whichMonth,
  component: lazyPage(async () => import('./pages/start-page.tsx'), 'StartPage'),
});

const security = createRoute({
  getParentRoute: () => signedIn,
  path: '/security',
  validateSearch: whatLinked,
  component: lazyPage(async () => import('./pages/security-page.tsx'), 'SecurityPage'),
});

const users = createRoute({
  getParentRoute: () => signedIn,
  path: '/users',
  component: lazyPage(async () => import('./pages/users-page.tsx'), 'UsersPage'),
});

const mail = createRoute({
  getParentRoute: () => signedIn,
  path: '/mail',
  component: lazyPage(async () => import('./pages/mail-page.tsx'), 'MailPage'),
});

const newOrganization = createRoute({
  getParentRoute: () => signedIn,
  path: '/organizations/new',
  component: lazyPage(
    async () => import('./pages/new-organization-page.tsx'),
    'NewOrganizationPage',
  ),
});

const organization = createRoute({
  getParentRoute: () => signedIn,
  path: '/organization',
  component: lazyPage(async () => import('./pages/organization-page.tsx'), 'OrganizationPage'),
});

const programs = createRoute({
  getParentRoute: () => signedIn,
  path: '/programs',
  component: lazyPage(async () => import('./pages/programs-page.tsx'), 'ProgramsPage'),
});

const houses = createRoute({
  getParentRoute: () => signedIn,
  path: '/houses',
  validateSearch: whichHouses,
  component: lazyPage(async () => import('./pages/houses-page.tsx'), 'HousesPage'),
});

const accounts = createRoute({
  getParentRoute: () => signedIn,
  path: '/accounts',
  validateSearch: whichAccounts,
  component: lazyPage(async () => import('./pages/accounts-page.tsx'), 'AccountsPage'),
});

const house = createRoute({
  getParentRoute: () => signedIn,
  path: '/houses/$houseId',
  validateSearch: whichRooms,
  component: lazyPage(async () => import('./pages/house-page.tsx'), 'HousePage'),
});

const services = createRoute({
  getParentRoute: () => signedIn,
  path: '/houses/$houseId/services',
  validateSearch: whichService,
  component: lazyPage(async () => import('./pages/services-page.tsx'), 'ServicesPage'),
});

const houseSetups = createRoute({
  getParentRoute: () => signedIn,
  path: '/house-setups',
  validateSearch: whichSetups,
  component: lazyPage(async () => import('./pages/house-setups-page.tsx'), 'HouseSetupsPage'),
});

const utilityServices = createRoute({
  getParentRoute: () => signedIn,
  path: '/utility-services',
  validateSearch: whichUtilityServices,
  component: lazyPage(
    async () => import('./pages/utility-services-page.tsx'),
    'UtilityServicesPage',
  ),
});

const law = createRoute({
  getParentRoute: () => signedIn,
  path: '/law',
  validateSearch: whichLaw,
  component: lazyPage(async () => import('./pages/law-page.tsx'), 'LawPage'),
});

const meters = createRoute({
  getParentRoute: () => signedIn,
  path: '/houses/$houseId/meters',
  validateSearch: whichMeters,
  component: lazyPage(async () => import('./pages/meters-page.tsx'), 'MetersPage'),
});

const year = createRoute({
  getParentRoute: () => signedIn,
  path: '/houses/$houseId/year',
  component: lazyPage(async () => import('./pages/year-page.tsx'), 'YearPage'),
});

const meter = createRoute({
  getParentRoute: () => signedIn,
  path: '/houses/$houseId/meters/$meterId',
  component: lazyPage(async () => import('./pages/meter-page.tsx'), 'MeterPage'),
});

const audit = createRoute({
  getParentRoute: () => signedIn,
  path: '/audit',
  validateSearch: whichChanges,
  component: lazyPage(async () => import('./pages/audit-page.tsx'), 'AuditPage'),
});

const imports = createRoute({
  getParentRoute: () => signedIn,
  path: '/imports',
  validateSearch: whatIsImported,
  component: lazyPage(async () => import('./pages/imports-page.tsx'), 'ImportsPage'),
});

const moves = createRoute({
  getParentRoute: () => signedIn,
  path: '/moves',
  component: lazyPage(async () => import('./pages/moves-page.tsx'), 'MovesPage'),
});

const readings = createRoute({
  getParentRoute: () => signedIn,
  path: '/houses/$houseId/readings/$period',
  validateSearch: whichReadings,
  component: lazyPage(async () => import('./pages/readings-page.tsx'), 'ReadingsPage'),
});

const payments = createRoute({
  getParentRoute: () => signedIn,
  path: '/payments',
  validateSearch: whichPayments,
  component: lazyPage(async () => import('./pages/payments-page.tsx'), 'PaymentsPage'),
});

const paymentImports = createRoute({
  getParentRoute: () => signedIn,
  path: '/payments/imports',
  validateSearch: whichRegistries,
  component: lazyPage(async () => import('./pages/payment-imports-page.tsx'), 'PaymentImportsPage'),
});

const paymentImport = createRoute({
  getParentRoute: () => signedIn,
  path: '/payments/imports/$importId',
  validateSearch: whichRegistryRows,
  component: lazyPage(async () => import('./pages/payment-import-page.tsx'), 'PaymentImportPage'),
});

const openingBalances = createRoute({
  getParentRoute: () => signedIn,
  path: '/payments/opening',
  component: lazyPage(
    async () => import('./pages/opening-balances-page.tsx'),
    'OpeningBalancesPage',
  ),
});

const openingImport = createRoute({
  getParentRoute: () => signedIn,
  path: '/payments/opening/$importId',
  component: lazyPage(async () => import('./pages/opening-import-page.tsx'), 'OpeningImportPage'),
});

const unidentified = createRoute({
  getParentRoute: () => signedIn,
  path: '/payments/unidentified',
  validateSearch: whichUnidentified,
  component: lazyPage(async () => import('./pages/unidentified-page.tsx'), 'UnidentifiedPage'),
});

const disputes = createRoute({
  getParentRoute: () => signedIn,
  path: '/disputes',
  validateSearch: whichDisputes,
  component: lazyPage(async () => import('./pages/disputes-page.tsx'), 'DisputesPage'),
});

const account = createRoute({
  getParentRoute: () => signedIn,
  path: '/accounts/$accountId',
  validateSearch: whichOfAccount,
  component: lazyPage(async () => import('./pages/account-page.tsx'), 'AccountPage'),
});

const statement = createRoute({
  getParentRoute: () => signedIn,
  path: '/accounts/$accountId/statement',
  validateSearch: whichReport('periodFrom', 'periodTo'),
  component: lazyPage(async () => import('./pages/statement-page.tsx'), 'StatementPage'),
});

const reconciliation = createRoute({
  getParentRoute: () => signedIn,
  path: '/accounts/$accountId/reconciliation',
  validateSearch: whichReport('periodFrom', 'periodTo'),
  component: lazyPage(async () => import('./pages/reconciliation-page.tsx'), 'ReconciliationPage'),
});

const accountPenalties = createRoute({
  getParentRoute: () => signedIn,
  path: '/accounts/$accountId/penalties',
  component: lazyPage(
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
  validateSearch: whichReport('houseId', 'all', 'periodFrom', 'periodTo', 'split'),
  component: lazyPage(async () => import('./pages/turnover-page.tsx'), 'TurnoverPage'),
});

const payees = createRoute({
  getParentRoute: () => signedIn,
  path: '/reports/payees',
  validateSearch: whichReport('houseId', 'periodFrom', 'periodTo'),
  component: lazyPage(async () => import('./pages/payees-page.tsx'), 'PayeesPage'),
});

const debtors = createRoute({
  getParentRoute: () => signedIn,
  path: '/reports/debtors',
  validateSearch: whichReport('houseId', 'periodFrom', 'periodTo', 'minMonths', 'order'),
  component: lazyPage(async () => import('./pages/debtors-page.tsx'), 'DebtorsPage'),
});

const collection = createRoute({
  getParentRoute: () => signedIn,
  path: '/reports/collection',
  validateSearch: whichReport('houseId', 'periodFrom', 'periodTo'),
  component: lazyPage(async () => import('./pages/collection-page.tsx'), 'CollectionPage'),
});

const exporting = createRoute({
  getParentRoute: () => signedIn,
  path: '/reports/exports',
  validateSearch: whichReport('houseId', 'periodFrom', 'periodTo'),
  component: lazyPage(async () => import('./pages/exports-page.tsx'), 'ExportsPage'),
});

const endingVerifications = createRoute({
  getParentRoute: () => signedIn,
  path: '/reports/ending-verifications',
  validateSearch: whichReport('houseId', 'periodFrom', 'periodTo', 'within'),
  component: lazyPage(
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

const inside = [
  start,
  security,
  users,
  mail,
  newOrganization,
  organization,
  programs,
  ...monthRoutes,
  ...gisRoutes,
  ...penaltyRoutes,
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
  houseSetups,
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
  payees,
  debtors,
  collection,
  exporting,
  endingVerifications,
  ...debtWorkRoutes,
  penalties,
];

export const router = createRouter({
  routeTree: root.addChildren([
    signIn,
    register,
    forgottenPassword,
    resetPassword,
    signedIn.addChildren(inside),
  ]),
  // Otherwise a list would send parameters that its page does not know to the service.
  search: { strict: true },
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
