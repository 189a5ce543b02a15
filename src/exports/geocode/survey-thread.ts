/** Worker thread: reads files of users whole, one at a time, so that no thread that serves waits for them. */

import { AppError } from "../../base/errors.ts";
import { lowerPriority } from "../../base/process-resources.ts";
import { type ThreadFault, toThreadFault } from "../../base/thread-calls.ts";
import type { GeocodePlan } from "../../batch/plan.ts";
import { openInput } from "../../batch/run/open-input.ts";
import { openSnapshot, type Snapshot } from "../../registry/file/snapshot.ts";
import type { TableInput } from "../../tables/read/byte-source.ts";
import type { GeocodeFileOptions } from "./geocode-request.ts";

export interface SurveyTask {
  readonly input: TableInput;
  readonly options: GeocodeFileOptions;
  readonly registryPath: string;
}

export interface Survey {
  /** Number of rows of the file. */
  readonly rows: number;
  readonly plan: GeocodePlan;
}

export type SurveyAnswer = Survey | { readonly refused: string } | { readonly fault: ThreadFault };

declare const self: Worker;

lowerPriority();
self.onmessage = async ({ data }: MessageEvent<SurveyTask>) => self.postMessage(await survey(data));

async function survey({ input, options, registryPath }: SurveyTask): Promise<SurveyAnswer> {
  let snapshot: Snapshot | undefined;
  try {
    snapshot = openSnapshot(registryPath);
    const { source, plan } = await openInput(input, options, { snapshot });
    await source.close();
    return { rows: source.rowCount, plan };
  } catch (error) {
    const isOfFile = error instanceof AppError && error.code === "usage";
    return isOfFile ? { refused: error.message } : { fault: toThreadFault(error) };
  } finally {
    snapshot?.close();
  }
}
