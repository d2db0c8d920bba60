import { expect, it } from "vitest";
import { placeProblems } from "@/shared/addresses/contactRules";
import { isPinCode } from "./pinCode";

it.each(["600001", "110001", "060001", "60001", "6000011", "60000a", "", "600-01"])(
  "%j is a PIN code for deliveries as it is for addresses",
  (zipCode) => {
    const { zipCode: problem } = placeProblems({ country: "India", state: "", city: "", zipCode });
    expect(isPinCode(zipCode)).toBe(zipCode !== "" && problem === undefined);
  },
);
