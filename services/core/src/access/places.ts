// Where a record is: its organization stands in every statement, since an organization's rows lie together on one node.

/** A house as a place: what everything below it asks for. */
export type HousePlace = { readonly houseId: number; readonly organizationId: number };
