/** Operations that show the registries of the data folder, and make one of them current. */
import { z } from "zod";
import { reportFolder } from "../../../../operator/folder-report.ts";
import { MAX_REASON_LENGTH, readReason } from "../../../../registry/file/use-log.ts";
import { findVersion, useRegistry } from "../../../../registry/file/use-registry.ts";
import { type AnswerOf, type Operator, operation } from "../operation.ts";
import { refusalFor } from "../refuse.ts";
import { recordDone } from "./audit.ts";

const MAX_LOG_ENTRIES = 20;

export const showRegistry = operation({
  path: "/api/registry",
  async handler({ dataDir, processState }) {
    const { snapshot, source } = processState();
    const folder = await reportFolder({ dataDir }, MAX_LOG_ENTRIES);
    return {
      isFollowing: source !== undefined,
      served: snapshot && { version: snapshot.version, ...snapshot.meta },
      folder: folder && {
        fault: folder.fault,
        versions: folder.versions,
        uses: folder.uses,
        log: folder.log,
        bytes: folder.bytes,
        importing: folder.importing,
      },
    };
  },
});
export type RegistryAnswer = AnswerOf<typeof showRegistry>;

const versionChoice = z
  .strictObject({
    /** Name of the registry in the data folder. */
    file: z.string().min(1),
    reason: z.string().trim().max(MAX_REASON_LENGTH),
    isPinned: z.boolean(),
  })
  .refine(({ reason, isPinned }) => reason !== "" || !isPinned, {
    path: ["reason"],
    message: "a pin needs a reason",
  });

export const useVersion = operation({
  method: "POST",
  path: "/api/registry/use",
  requestBody: versionChoice,
  async handler(operator, { body: { file: name, reason: text, isPinned }, by }) {
    const { dataDir, audit } = operator;
    const reason = readReason(text, isPinned);
    if (operator.processState().source !== undefined) {
      throw refusalFor(
        "follows_source",
        "unavailable",
        "This server follows a published registry, so the publisher decides which registry serves: baken publish <version>",
      );
    }
    const file = findVersion(dataDir, name);
    await assertChecked(operator, file);
    const { before } = useRegistry(dataDir, { file, usedAt: new Date().toISOString(), isPinned, reason });
    const after = { file, isPinned, reason };
    await recordDone(audit, {
      action: "use",
      subject: "registry",
      by,
      before: { file: before ?? null },
      after,
    });
    return { file };
  },
});

/**
 * Has another process read all of a registry: it takes long, and a damaged file can end the process that reads it.
 * Throws `unavailable` with the fault.
 */
async function assertChecked({ checkCommand }: Operator, file: string): Promise<void> {
  const child = Bun.spawn([...checkCommand, file], { stdin: "ignore", stdout: "ignore", stderr: "pipe" });
  const [printed] = await Promise.all([new Response(child.stderr).text(), child.exited]);
  if (child.exitCode !== 0) {
    const reason = printed
      .trim()
      .split("\n")
      .at(-1)
      ?.replace(/^baken: /, "");
    const message = reason || `the check of ${file} ended with ${child.exitCode}`;
    throw refusalFor("check_failed", "unavailable", message);
  }
}
