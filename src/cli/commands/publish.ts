import { AppError } from "../../base/errors.ts";
import { formatStorageLocation, parseStorageLocation } from "../../base/storage-location.ts";
import { publishRegistry } from "../../distribution/publish-registry.ts";
import { readSignKey, registryKeyOf } from "../../distribution/signature.ts";
import { verifyPublished } from "../../distribution/verify-published.ts";
import { openStore } from "../../storage/open-storage.ts";
import { defineCommand } from "../command.ts";
import { printNote, printResult } from "../output.ts";
import { createStderrProgress } from "../progress.ts";
import { openServedRegistry } from "../served-registry.ts";

export const publish = defineCommand({
  name: "publish",
  summary: "Publish the current registry for servers with --registry-source.",
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
        "Publish even if real data would be replaced by a demo, or by less than half as many addresses.",
    },
    "sign-key": {
      type: "text",
      placeholder: "FILE",
      description:
        "Sign with this private Ed25519 key (openssl genpkey -algorithm ed25519), so that servers with its --registry-key take nothing else.",
    },
    verify: {
      type: "boolean",
      description:
        "Publish nothing: read all that is published and compare it with its checksums, and with --sign-key its signature.",
    },
    force: {
      type: "boolean",
      description:
        "Publish again what is published already, or in place of what cannot be read or another key has signed.",
    },
  },
  settings: ["data"],
  isWatched: ({ flags }) => !flags.verify,
  async run({ flags, settings }) {
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
      const { date, parts, patches } = await verifyPublished(store, signKey, createStderrProgress());
      return printResult(
        `The registry of ${date} at ${place} is complete: ${parts.length} parts and ${patches.length} patches hold what they should.`,
      );
    }
    const { registry, snapshot } = openServedRegistry(settings.data);
    try {
      const options = { snapshot, store, isConfirmed: flags.yes, isForced: flags.force, signKey };
      const { manifest, isNew } = await publishRegistry(options, createStderrProgress());
      printResult(
        isNew
          ? `The registry of ${manifest.date} is published at ${place}: ${manifest.name}.`
          : `The registry of ${manifest.date} was published at ${place} already.`,
      );
      if (signKey !== undefined) {
        printNote(`Servers check it with --registry-key ${registryKeyOf(signKey)}`);
      }
    } finally {
      registry.close();
    }
  },
});
