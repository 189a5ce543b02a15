/** Runs the tests of the alert rules, which take promtool half a minute. */
import { expect, test } from "bun:test";
import { join } from "node:path";
import { hasProgram } from "../support/processes/find-program.ts";

const RULES_TEST = join(import.meta.dir, "../../deploy/prometheus/alerts.test.yml");

test.skipIf(!hasProgram("promtool", "prometheus"))("the tests of the alert rules hold", () => {
  const { exitCode, stdout, stderr } = Bun.spawnSync(["promtool", "test", "rules", RULES_TEST]);
  expect({ exitCode, said: exitCode === 0 ? "" : `${stdout}${stderr}` }).toEqual({ exitCode: 0, said: "" });
});
