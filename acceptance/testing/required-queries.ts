// Required query parameters for which the document has no example.

/** The month in which meters are read. */
export const READ_IN = '2020-02';
const THIS_MONTH = Temporal.Now.plainDateISO('Europe/Moscow').toPlainYearMonth();
/** The first month of a golden house, which companies have in their books. */
const BOOKED_IN = String(THIS_MONTH.subtract({ months: 12 }));

export const REQUIRED_QUERIES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  getBillingSnapshot: { organizationId: '1', houseIds: '1', period: '2026-01' },
  listOpenHouses: { period: '2026-01' },
  listTariffGaps: { period: '2026-01' },
  listUnverifiedMeters: { period: '2026-01' },
  listHouseVersions: { organizationId: '1', houseIds: '1', period: '2026-01' },
  getHouseBillingSnapshot: { period: '2026-01' },
  getReceiptFacts: { period: '2026-01' },
  getHouseReceipts: { period: BOOKED_IN },
  getReceipt: { period: BOOKED_IN },
  exportGisZhkh: { period: BOOKED_IN },
  exportGisReadings: { period: BOOKED_IN },
  exportGisPayments: { period: BOOKED_IN },
  exportGisCancellations: { period: BOOKED_IN },
  listGisReadings: { period: '2026-01' },
  listGisPlacements: { period: BOOKED_IN },
  listGisAnswers: { period: BOOKED_IN },
  readGisAnswer: { period: BOOKED_IN },
  previewLetters: { period: BOOKED_IN },
  listOddReadings: { period: READ_IN },
  listOddReadingsOfHouses: { period: READ_IN },
  listOddReadingFacts: { period: READ_IN },
  downloadOddReadings: { period: READ_IN },
  downloadReadingRows: { period: READ_IN },
  countReadings: { period: READ_IN },
  listChargeOutliers: { period: READ_IN },
  importPayments: { profile: 'csv' },
  importOpeningBalances: { asOf: READ_IN },
  getCollection: { period: READ_IN },
  getCollectedMonths: { period: READ_IN },
  getMonthSummary: { period: READ_IN },
  exportCharges: { period: READ_IN },
  exportBenefits: { period: READ_IN },
  export1c: { period: READ_IN },
  getPayeesReport: { period: READ_IN },
  getPayeeRegistry: { period: READ_IN },
  getTurnoverBalance: { periodFrom: '2020-01', periodTo: READ_IN },
};
