import { AppError } from "../../base/errors.ts";
import { formatStorageLocation, parseStorageLocation } from "../../base/storage-location.ts";
import { publishRegistry } from "../../distribution/publish-registry.ts";
import { openStore } from "../../storage/open-storage.ts";
import { defineCommand } from "../command.ts";
import { printResult } from "../output.ts";
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
  },
  settings: ["data"],
  async run({ flags, settings }) {
    const location = parseStorageLocation(flags.to);
    if (location === undefined || location.kind === "web") {
      throw new AppError(
        "usage",
        `--to must be s3://bucket/prefix or the path of a folder, not "${flags.to}".`,
      );
    }
    const { registry, snapshot } = openServedRegistry(settings.data);
    try {
      const options = { snapshot, store: openStore(location), isConfirmed: flags.yes };
      const { manifest, isNew } = await publishRegistry(options, createStderrProgress());
      const place = formatStorageLocation(location);
      printResult(
        isNew
          ? `The registry of ${manifest.date} is published at ${place}: ${manifest.name}.`
          : `The registry of ${manifest.date} was published at ${place} already.`,
      );
    } finally {
      registry.close();
    }
  },
});
