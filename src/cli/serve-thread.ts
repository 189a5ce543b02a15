/** The entry file of a serving thread. */
import { workerData } from "node:worker_threads";
import { createApp } from "../app.ts";
import { runThread } from "../http/threads.ts";

runThread(workerData, createApp);
