// Whatever a request of the matrices may name, by the name under which it does.
export type Place = {
  readonly organizationId: number;
  readonly houseId: number;
  readonly roomId: number;
  readonly personalAccountId: number;
  /** Of the organization's own; no house has it. */
  readonly utilityServiceId: number;
  readonly houseServiceId: number;
  readonly tariffId: number;
  readonly normId: number;
  /** Of the account and the service; it has the reading, the verification and the act. */
  readonly meterId: number;
  readonly readingId: number;
  readonly verificationId: number;
  readonly actId: number;
  /** Of the account. */
  readonly absenceId: number;
  /** Of the account and the service. */
  readonly accountServiceId: number;
  /** On the service. */
  readonly serviceActId: number;
  /** Of the account, on the service. */
  readonly benefitId: number;
  readonly cycleId: number;
  readonly jobId: number;
  /** Of the account, and booked. */
  readonly chargeId: number;
  readonly paymentId: number;
  readonly correctionId: number;
  /** A year that is recalculated. */
  readonly yearCorrectionId: number;
  readonly accrualId: number;
  /** The job of the accrual. */
  readonly accrualJobId: number;
  /** Of the organization; no service names it. */
  readonly payeeId: number;
  /** Of the house. */
  readonly penaltyRuleId: number;
  /** An import that has ended. */
  readonly importId: number;
  /** Only tried. */
  readonly moveId: number;
  /** A registry that was booked, and its row that waits for a person. */
  readonly paymentImportId: number;
  readonly unidentifiedPaymentId: number;
  /** Of opening balances, only tried. */
  readonly openingImportId: number;
  /** A line by hand that waits for a second person, asked for by somebody else. */
  readonly adjustmentId: number;
  /** A plan of the account. */
  readonly instalmentId: number;
  /** A file of receipts that is kept. */
  readonly receiptFileId: number;
  /** Of receipts by e-mail, with a letter that was sent. */
  readonly deliveryId: number;
  /** Of the account's receipt. */
  readonly disputeId: number;
  /** Told of disputes alone. */
  readonly webhookId: number;
  /** About the account, and not answered. */
  readonly debtRequestId: number;
  /** Of the account, and just opened. */
  readonly courtCaseId: number;
  /** About the service, and just made. */
  readonly restrictionNoticeId: number;
  /** Letters to debtors whose file is kept. */
  readonly debtLettersId: number;
  /** To the organization, and to the newcomer. */
  readonly invitationId: number;
  /** A member of the organization. */
  readonly userId: number;
  readonly username: string;
};
