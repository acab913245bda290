// Everything that a request of the matrices may name, by the name of its field.
export type Place = {
  readonly organizationId: number;
  readonly houseId: number;
  readonly roomId: number;
  readonly personalAccountId: number;
  /** The organization's own; no house has it. */
  readonly utilityServiceId: number;
  readonly houseServiceId: number;
  readonly tariffId: number;
  readonly normId: number;
  /** Of the account and the service; the reading, the verification and the act belong to it. */
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
  /** Of the account; applied. */
  readonly chargeId: number;
  readonly paymentId: number;
  readonly correctionId: number;
  /** A recalculated year. */
  readonly yearCorrectionId: number;
  readonly accrualId: number;
  /** The job of the accrual. */
  readonly accrualJobId: number;
  /** Of the organization; no service has it. */
  readonly payeeId: number;
  /** Of the house. */
  readonly penaltyRuleId: number;
  /** An import that has ended. */
  readonly importId: number;
  /** A dry run. */
  readonly moveId: number;
  /** A booked registry, and its quarantined row. */
  readonly paymentImportId: number;
  readonly unidentifiedPaymentId: number;
  /** A dry run of opening balances. */
  readonly openingImportId: number;
  /** A line by hand that waits for a second person's approval, requested by somebody else. */
  readonly adjustmentId: number;
  /** A plan of the account. */
  readonly instalmentId: number;
  /** A receipt file that is still kept. */
  readonly receiptFileId: number;
  /** Of receipts by e-mail, with a letter that was sent. */
  readonly deliveryId: number;
  /** Of the account's receipt. */
  readonly disputeId: number;
  /** It only gets events of disputes. */
  readonly webhookId: number;
  /** About the account; not answered. */
  readonly debtRequestId: number;
  /** Of the account; just opened. */
  readonly courtCaseId: number;
  /** About the service; just made. */
  readonly restrictionNoticeId: number;
  /** Letters to debtors whose file is still kept. */
  readonly debtLettersId: number;
  /** To the organization, for the newcomer. */
  readonly invitationId: number;
  /** A member of the organization. */
  readonly userId: number;
  readonly username: string;
};
