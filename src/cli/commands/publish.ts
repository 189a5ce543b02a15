import type { KeyObject } from "node:crypto";
import { join } from "node:path";
import { ACCOUNTS_SETTINGS, accountsPlace } from "../../accounts/accounts-place.ts";
import { AppError } from "../../base/errors.ts";
import { formatStorageLocation, parseStorageLocation } from "../../base/storage-location.ts";
import { publishRegistry } from "../../distribution/publish-registry.ts";
import { dropSchema } from "../../distribution/published-schemas.ts";
import { readSignKey, registryKeyOf } from "../../distribution/signature.ts";
import { verifyPublished } from "../../distribution/verify-published.ts";
import { openSnapshot } from "../../registry/file/snapshot.ts";
import { findVersion } from "../../registry/file/use-registry.ts";
import type { ObjectStore } from "../../storage/object-store.ts";
import { openStore } from "../../storage/open-storage.ts";
import { defineCommand } from "../command.ts";
import { printNote, printResult } from "../output.ts";
import { createStderrProgress } from "../progress.ts";
import { recordAudit } from "../record-audit.ts";
import { openServedRegistry } from "../served-registry.ts";

export const publish = defineCommand({
  name: "publish",
  summary: "Publish the current registry, or another version of it, for servers with --registry-source.",
  positionals: { placeholder: "[<version>]", min: 0, max: 1 },
  flags: {
    to: {
      type: "text",
      placeholder: "s3://BUCKET/PREFIX|FOLDER",
      required: true,
      description: "Where to publish: S3-compatible storage, or a folder, which a web server may serve.",
    },
    yes: {
      type: "boolean",
      description:
        "Publish even if real data would be replaced by a sample or test data, or by less than half as many " +
        "addresses.",
    },
    "sign-key": {
      type: "text",
      placeholder: "FILE",
      completes: "files",
      description:
        "Sign with this private Ed25519 key (openssl genpkey -algorithm ed25519), so that servers with its " +
        "--registry-key accept nothing else.",
    },
    verify: {
      type: "boolean",
      description:
        "Publish nothing: read the published objects and compare them with their checksums, and with --sign-key " +
        "its signature.",
    },
    "drop-schema": {
      type: "integer",
      placeholder: "NUMBER",
      description:
        "Publish nothing: remove the registry of this older schema. It is kept for two weeks after an upgrade, " +
        "for servers that are not upgraded yet.",
    },
    force: {
      type: "boolean",
      description:
        "Publish even if this registry is published already, or if the published manifest cannot be read or is " +
        "signed with another key.",
    },
  },
  settings: ["data", ...ACCOUNTS_SETTINGS],
  isWatched: ({ flags }) => !flags.verify,
  async run({ flags, settings, positionals: [version] }) {
    const location = parseStorageLocation(flags.to);
    if (location === undefined || location.kind === "web") {
      throw new AppError(
        "usage",
        `--to must be s3://bucket/prefix or the path of a folder, not "${flags.to}".`,
      );
    }
    const store = openStore(location);
    const place = formatStorageLocation(location);
    const signKey = flags["sign-key"] === undefined ? undefined : readSignKey(flags["sign-key"]);
    if (flags.verify) {
      return await verifyPlace(store, place, signKey);
    }
    const schema = flags["drop-schema"];
    if (schema !== undefined) {
      await dropSchema(store, schema);
      const subject = `registry schema ${schema}`;
      await recordAudit(accountsPlace(settings), {
        action: "publish",
        subject,
        after: { removedFrom: place },
      });
      return printResult(`The registry of schema ${schema} is no longer at ${place}.`);
    }
    const { snapshot, close } = openVersion(settings.data, version);
    try {
      const options = { snapshot, store, isConfirmed: flags.yes, isForced: flags.force, signKey };
      const { manifest, previous, isNew } = await publishRegistry(options, createStderrProgress());
      if (isNew) {
        await recordAudit(accountsPlace(settings), {
          action: "publish",
          subject: `registry ${manifest.date}`,
          before: previous && { object: previous.name },
          after: { object: manifest.name, place },
        });
      }
      printResult(
        isNew
          ? `The registry of ${manifest.date} is published at ${place}: ${manifest.name}.`
          : `The registry of ${manifest.date} was published at ${place} already.`,
      );
      if (signKey !== undefined) {
        printNote(`Servers check it with --registry-key ${registryKeyOf(signKey)}`);
      }
    } finally {
      close();
    }
  },
});

/** Opens the current registry, or the version that is named. */
function openVersion(dataDir: string, version: string | undefined) {
  if (version === undefined) {
    const { registry, snapshot } = openServedRegistry(dataDir);
    return { snapshot, close: () => registry.close() };
  }
  const snapshot = openSnapshot(join(dataDir, findVersion(dataDir, version)));
  return { snapshot, close: () => snapshot.close() };
}

async function verifyPlace(store: ObjectStore, place: string, signKey: KeyObject | undefined): Promise<void> {
  for (const manifest of await verifyPublished(store, signKey, createStderrProgress())) {
    const { date, schema, parts, patches } = manifest;
    printResult(
      `The registry of ${date} at ${place} is complete: ${parts.length} parts and ${patches.length} patches of ` +
        `schema ${schema} are complete.`,
    );
  }
}
