import { EXISTING_STAGES } from "../../registry/schema/object-types.ts";
import { invalidChoiceMessage, oneOf, optional } from "./kinds.ts";

/** Filter by stage: of the object of an address, of a building. */
export const stageParameter = optional(
  oneOf(
    EXISTING_STAGES,
    {
      description: "Only planned objects (`planned`), or only those that stand (`standing`).",
      example: "standing",
    },
    invalidChoiceMessage(EXISTING_STAGES),
  ),
);
