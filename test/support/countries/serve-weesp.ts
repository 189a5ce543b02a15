/** Reads all of Weesp into memory, and opens the app that serves it. */
import { openHarness } from "../servers/http-harness.ts";
import { readWeesp, type Weesp } from "./weesp-in-memory.ts";

export interface ServedWeesp extends Pick<Weesp, "adressen" | "snapshot"> {
  readonly askJson: ReturnType<typeof openHarness>["askJson"];
  close(): void;
}

/** Imports and serves Weesp; takes some seconds. */
export async function serveWeesp(): Promise<ServedWeesp> {
  const weesp = await readWeesp();
  const { app, askJson } = openHarness(weesp.dataDir);
  return {
    adressen: weesp.adressen,
    snapshot: weesp.snapshot,
    askJson,
    close() {
      app.close();
      weesp.close();
    },
  };
}
