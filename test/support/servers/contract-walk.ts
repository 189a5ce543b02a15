/**
 * The contract of the interface: every operation of the OpenAPI document is called with its own examples, and each
 * answer validated against its schema in the document.
 */
import { describe, expect, test } from "bun:test";
import { until } from "../processes/until.ts";
import { exampleValues, type Operation, parseDocument, requestOf } from "./openapi-document.ts";
import { createValidator } from "./openapi-validator.ts";

/** Maximum time of a job of a few thousand rows. */
const JOB_LIMIT_MS = 60_000;

export interface ContractTarget {
  /** Sends a request with a key; GET unless `init` says otherwise, the path relative to /api/v1. */
  ask(path: string, init?: RequestInit): Promise<Response>;
}

/**
 * Parameters that the shortest request needs in addition to the required ones: one complete pair of several, or the
 * letter and addition of the example.
 */
const ALSO_REQUIRED: Readonly<Record<string, readonly string[]>> = {
  "/addresses/lookup": ["letter", "addition"],
  "/addresses/nearby": ["lat", "lng"],
  "/buildings/at-address": ["letter", "addition"],
  "/geocode/reverse": ["rd_x", "rd_y"],
  "/geocode/forward": ["q"],
  "/postcodes/nearby": ["postcode", "number"],
  "/addresses/former": ["postcode"],
  "/statistics/timeline": ["gemeente_code"],
  "/changes/objects": ["gemeente_code"],
};

/** Returns the shortest request, one with all parameters, and one for each value that a parameter offers. */
function listRequests(operation: Operation): string[] {
  const all = exampleValues(operation, "all");
  const minimal = exampleValues(operation, "required");
  for (const name of ALSO_REQUIRED[operation.path] ?? []) {
    if (name in all) {
      minimal[name] = all[name]!;
    }
  }
  const choices = operation.parameters.flatMap(({ name, schema: { enum: values, pattern } }) => {
    const listed = values ?? (name === "include" ? pattern!.match(/\((.+?)\)/)![1]!.split("|") : []);
    return listed.map((value) => requestOf(operation, { ...minimal, [name]: value as string }));
  });
  return [...new Set([requestOf(operation, minimal), requestOf(operation, all), ...choices])];
}

type AskExport = (
  path: string,
  method?: string,
) => Promise<{ data: Record<string, string & number> } & string>;

/** Requests an export, polls it and fetches its file. */
async function runExport(ask: AskExport): Promise<{ records: number; lines: number }> {
  const { job_id } = (await ask("addresses", "POST")).data;
  let job = (await ask(job_id!)).data;
  await until(async () => {
    job = (await ask(job_id!)).data;
    return job.status === "completed";
  }, JOB_LIMIT_MS);
  const file = await ask(`${job_id}/download`);
  expect<unknown>((await ask(job_id!, "DELETE")).data.status).toBe("expired");
  return { records: job.total_records!, lines: file.trimEnd().split("\n").length };
}

/** Returns true when an operation below /export answers this path. */
function isOperationOf({ path, method }: Operation, asked: string, askedMethod: string): boolean {
  const pattern = path.replace("/export/", "").replace("{jobId}", "[0-9a-f-]{36}");
  return method === askedMethod.toLowerCase() && new RegExp(`^${pattern}$`).test(asked);
}

async function readContract({ ask }: ContractTarget) {
  const document = parseDocument(await (await ask("/openapi.yaml")).text());
  const gets = document.operations.filter(
    ({ method, path }) => method === "get" && !/^\/(export|geocode\/jobs)/.test(path),
  );
  return { ask, document, gets, validate: createValidator(document) };
}

/** Defines the tests of what GET answers, on a target that serves already. */
export async function describeAnswers(name: string, target: ContractTarget): Promise<void> {
  const { ask, gets, validate } = await readContract(target);
  describe(name, () => {
    test.each(gets.map((operation) => [operation.path, operation] as const))(
      "GET %s",
      async (_, operation) => {
        for (const request of listRequests(operation)) {
          const response = await ask(request);
          expect(response.status, request).toBe(200);
          const { content, headers = {} } = operation.responses["200"]!;
          const [type, media] = Object.entries(content!)[0]!;
          expect(response.headers.get("content-type"), request).toBe(type);
          for (const header of Object.keys(headers)) {
            if (!header.startsWith("X-Quota")) {
              expect(response.headers.has(header), `${request} ${header}`).toBe(true);
            }
          }
          const text = await response.text();
          expect(
            validate(type === "application/json" ? JSON.parse(text) : text, media.schema),
            request,
          ).toEqual([]);
        }
      },
    );

    test("response examples are what the examples of the parameters are answered", async () => {
      for (const operation of gets) {
        const { example, schema } = Object.values(operation.responses["200"]!.content!)[0]!;
        if (operation.path === "/openapi.yaml") {
          continue;
        }
        expect(example, operation.path).toBeDefined();
        expect(validate(example, schema), operation.path).toEqual([]);
      }
    });
  });
}

/** Defines the tests of jobs and of /mcp, on a target that serves already and runs exports while they run. */
export async function describeJobs(name: string, target: ContractTarget): Promise<void> {
  const { ask, document, validate } = await readContract(target);
  describe(name, () => {
    test("an export from its request to its file", async () => {
      const { records, lines } = await runExport(async (path, method = "GET") => {
        const operation = document.operations.find((one) => isOperationOf(one, path, method))!;
        const response = await ask(`/export/${path}`, { method });
        const type = response.headers.get("content-type")!.split(";")[0]!;
        const media = operation.responses[String(response.status)]!.content![type]!;
        const text = await response.text();
        const body = type === "application/json" ? JSON.parse(text) : text;
        expect(validate(body, media.schema), path).toEqual([]);
        return body;
      });
      expect(lines).toBe(records + 1);
    });

    test("a file geocoded at once, and as a job from its upload to its file", async () => {
      const { postcode, number } = exampleValues(
        document.operations.find(({ path }) => path === "/addresses/lookup")!,
        "all",
      );
      const body = `postcode,number\n${postcode},${number}\n`;
      const askFile = async (path: string, asked: string, init: RequestInit = {}) => {
        const method = init.method?.toLowerCase() ?? "get";
        const operation = document.operations.find((one) => one.path === path && one.method === method)!;
        const response = await ask(asked, init);
        const { content, headers = {} } = operation.responses[String(response.status)]!;
        const type = response.headers.get("content-type")!.split(";")[0]!;
        const text = await response.text();
        const value = type === "application/json" ? JSON.parse(text) : text;
        expect(validate(value, content![type]!.schema), asked).toEqual([]);
        const missing = Object.keys(headers).filter((each) => !response.headers.has(each));
        expect(
          missing.filter((each) => !each.startsWith("X-Quota-")),
          asked,
        ).toEqual([]);
        return value;
      };
      const send = { method: "POST", headers: { "content-type": "text/csv" }, body };
      const atOnce: string = await askFile("/geocode/csv", "/geocode/csv", send);
      expect(atOnce.trimEnd().split("\r\n").length).toBe(2);
      const { job_id } = (await askFile("/geocode/jobs", "/geocode/jobs", send)).data;
      const status = () => askFile("/geocode/jobs/{jobId}", `/geocode/jobs/${job_id}`);
      await until(async () => (await status()).data.status === "completed", JOB_LIMIT_MS);
      const file = await askFile("/geocode/jobs/{jobId}/download", `/geocode/jobs/${job_id}/download`);
      expect(file).toBe(atOnce);
      const ended = await askFile("/geocode/jobs/{jobId}", `/geocode/jobs/${job_id}`, { method: "DELETE" });
      expect(ended.data.status).toBe("expired");
    });

    // The conformance suite (mcp-conformance) validates the JSON-RPC content against the protocol's own schema.
    test("POST /mcp answers a message with a message", async () => {
      const operation = document.operations.find(({ path }) => path === "/mcp")!;
      const response = await ask("/mcp", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
      });
      expect(Object.keys(operation.responses)).toContain(String(response.status));
      expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/json"]);
      const { id, result } = JSON.parse(await response.text());
      expect([id, result.tools.length]).toEqual([1, 11]);
    });
  });
}

/** Defines the tests of refusals, on a target that serves already. */
export async function describeRefusals(name: string, target: ContractTarget): Promise<void> {
  const { ask, gets, validate } = await readContract(target);
  describe(name, () => {
    test("errors fit their declared body too", async () => {
      for (const operation of gets) {
        for (const [request, status] of listFaults(operation)) {
          const response = await ask(request);
          expect([request, response.status]).toEqual([request, status]);
          const { schema } = operation.responses[String(status)]!.content!["application/problem+json"]!;
          expect(validate(JSON.parse(await response.text()), schema), request).toEqual([]);
        }
      }
    });
  });
}

/** Lists requests that an operation refuses, with the status. */
function listFaults(operation: Operation): [string, number][] {
  const minimal = exampleValues(operation, "required");
  const faults: [string, number][] = [[`${requestOf(operation, minimal).split("?")[0]}?x=%ff`, 400]];
  const names = operation.parameters.filter(({ in: place }) => place === "query").map(({ name }) => name);
  for (const name of names) {
    const given = requestOf(operation, { ...minimal, [name]: 1 });
    faults.push([`${given}&${encodeURIComponent(name)}=2`, 422]);
  }
  if (names.includes("include")) {
    faults.push([requestOf(operation, { ...minimal, include: "nope" }), 400]);
  }
  return faults;
}
