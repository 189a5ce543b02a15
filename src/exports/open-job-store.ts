/**
 * Opens the store of export jobs: a table of accounts.db. The only file of this folder that knows an implementation;
 * others see the interface of job.ts.
 */
export { inspectJobs, openJobStore } from "./sqlite/sqlite-job-store.ts";
