import { expect, test } from "bun:test";
import { canonicalName } from "../line/normalize.ts";
import { coreKeys } from "./core-names.ts";

const keyOf = (name: string) => canonicalName(name).join("");

test.each([
  ["Mr.J.R.Thorbeckelaan", "Thorbeckelaan"],
  ["Mr.J.R.Thorbeckelaan", "Mr. Thorbeckelaan"],
  ["Mgr.Dr.W.H.Nolenslaan", "Mgr. Nolenslaan"],
  ["Mgr.Dr.W.H.Nolenslaan", "Dr. Nolenslaan"],
  ["Mgr.Dr.W.H.Nolenslaan", "Mgr. Dr. Nolenslaan"],
  ["Vincent van Goghstraat", "van Goghstraat"],
  ["Aart van der Leeuwstraat", "v.d. Leeuwstraat"],
])("%p is also called %p", (name, core) => {
  expect(coreKeys(canonicalName(name))).toContain(keyOf(core));
});

test.each([
  ["Laan van Meerdervoort", "van Meerdervoort"],
  ["Oude van Goghstraat", "van Goghstraat"],
  ["2e van Swindenstraat", "van Swindenstraat"],
  ["Hof van Holland", "van Holland"],
])("%p is not called %p", (name, other) => {
  expect(coreKeys(canonicalName(name))).not.toContain(keyOf(other));
});
