interface Priced {
  mrp: number;
  makingCharge: number;
  wastageCharge: number;
  stoneCharge?: number;
}

/** The gold's part of the MRP, so that the lines of a break-up add up to it. */
export const goldInMrp = ({ mrp, makingCharge, wastageCharge, stoneCharge = 0 }: Priced) =>
  mrp - makingCharge - wastageCharge - stoneCharge;
