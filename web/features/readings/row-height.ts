// How high a row of the grid is: what is drawn and where it is scrolled to follow from it.

/** The styles have the same. */
export const ROW_PX = 30;
