/**
 * Asks for the additions of Weesp and a generated country in two parts, as joined-additions.test.ts does for a sample:
 * one question of 12, with TEST_ROUNDS=12 all.
 */
import { describe } from "bun:test";
import { testJoinedAdditions } from "../support/additions/joined-additions.ts";
import { makeDemoFolder, makeWeespFolder } from "../support/countries/import-data-folders.ts";

const every = Math.max(1, Math.floor(12 / Number(process.env.TEST_ROUNDS ?? "1")));

describe("Weesp", () => testJoinedAdditions({ make: makeWeespFolder, every }));
describe("a generated country", () => testJoinedAdditions({ make: () => makeDemoFolder(5_000), every }));
