import { memoizePerObject } from "../../base/memoize.ts";
import type { Provincie } from "../../registry/file/areas.ts";
import { PROVINCIES } from "../../registry/schema/provincies.ts";

/** A provincie in the fields of PDOK. */
interface PdokProvincie {
  readonly provinciecode: string;
  readonly provincienaam: string;
  readonly provincieafkorting: string;
}

/** Letters of PDOK where they differ from baken's. */
const LETTERS: Readonly<Record<string, string>> = { GE: "GD" };
/** Names of PDOK where they differ from baken's. */
const NAMES: Readonly<Record<string, string>> = { FR: "Fryslân" };

/** Returns code, name and letters of a provincie as PDOK spells them. */
export const pdokProvincie = memoizePerObject(({ code, naam }: Provincie): PdokProvincie => {
  const { number } = PROVINCIES.find((provincie) => provincie.code === code)!;
  return {
    provinciecode: `PV${number}`,
    provincienaam: NAMES[code] ?? naam,
    provincieafkorting: LETTERS[code] ?? code,
  };
});
