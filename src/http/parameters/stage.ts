import { EXISTING_STAGES } from "../../registry/schema/object-types.ts";
import { invalidChoiceMessage, oneOf, optional } from "./kinds.ts";

/** Filter by stage: of the object of an address, of a building. */
export const stageParameter = optional(
  oneOf(
    EXISTING_STAGES,
    { description: "Only those that do not stand yet, or only those that do.", example: "standing" },
    invalidChoiceMessage(EXISTING_STAGES),
  ),
);
