// Keys of records with their organization, by which every statement filters, because an organization's rows are stored together
// on one node.

/** Identifies a house for everything that belongs to it. */
export type HousePlace = { readonly houseId: number; readonly organizationId: number };
