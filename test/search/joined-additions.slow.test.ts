/** Asks for all additions of Weesp and a generated country in two parts, as joined-additions.test.ts does for a sample. */
import { describe } from "bun:test";
import { testJoinedAdditions } from "../support/additions/joined-additions.ts";
import { makeDemoFolder, makeWeespFolder } from "../support/countries/import-data-folders.ts";

describe("Weesp", () => testJoinedAdditions({ make: makeWeespFolder, every: 1 }));
describe("a generated country", () => testJoinedAdditions({ make: () => makeDemoFolder(5_000), every: 1 }));
