// Identifies a letter of a delivery.

export type LetterKey = {
  readonly organizationId: number;
  readonly deliveryId: number;
  readonly position: number;
};
