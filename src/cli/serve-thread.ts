/** Entry file of a worker thread that serves. */
import { workerData } from "node:worker_threads";
import { createApp } from "../app.ts";
import { runThread } from "../http/serving/thread.ts";

void runThread(workerData, createApp);
