/** All header sets, by what writes such files. */
import { BUILDING_SETS } from "./building-sets.ts";
import { BUSINESS_SETS } from "./business-sets.ts";
import { FURTHER_REGISTER_SETS } from "./further-register-sets.ts";
import { FURTHER_SETS } from "./further-sets.ts";
import type { HeaderSet } from "./header-set.ts";
import { KEPT_BACK_SETS } from "./kept-back-sets.ts";
import { LAYOUT_SETS } from "./layout-sets.ts";
import { REGISTER_SETS } from "./register-sets.ts";
import { SHOP_SETS } from "./shop-sets.ts";
import { SOCIETY_SETS } from "./society-sets.ts";
import { SUPPLY_SETS } from "./supply-sets.ts";

export const HEADER_SETS: readonly HeaderSet[] = [
  ...BUSINESS_SETS,
  ...SHOP_SETS,
  ...REGISTER_SETS,
  ...BUILDING_SETS,
  ...SOCIETY_SETS,
  ...LAYOUT_SETS,
  ...KEPT_BACK_SETS,
  ...FURTHER_SETS,
  ...FURTHER_REGISTER_SETS,
  ...SUPPLY_SETS,
];
