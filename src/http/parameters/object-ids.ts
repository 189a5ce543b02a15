/** Path parameters that name one object. */
import { digits } from "./kinds.ts";

export const nummeraanduidingId = digits(16, {
  description: "Identificatie of the nummeraanduiding.",
  example: "0457200000521750",
});
export const verblijfsobjectId = digits(16, {
  description: "Identificatie of the verblijfsobject.",
  example: "0457010000005191",
});
export const pandId = digits(16, { description: "Identificatie of the pand.", example: "0457100000056230" });
export const openbareRuimteId = digits(16, {
  description: "Identificatie of the openbare ruimte.",
  example: "0457300000000099",
});
export const woonplaatsId = digits(4, { description: "Identificatie of the woonplaats.", example: "3631" });
export const gemeenteCode = digits(4, { description: "Code of the gemeente.", example: "0457" });
