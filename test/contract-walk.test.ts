/**
 * Calls every operation of the OpenAPI document with its own examples, and holds each answer against the schema the
 * document gives it: on a demo country and on the real extract of Weesp.
 */
import { afterAll, describe, expect, test } from "bun:test";
import { openHarness } from "./http-harness.ts";
import { exampleValues, type Operation, readDocument, requestOf } from "./openapi-document.ts";
import { createValidator } from "./openapi-validator.ts";
import { hasReferenceFiles } from "./reference-files.ts";
import { makeDemoFolder, makeWeespFolder } from "./served-data.ts";

/** What the shortest request needs beside what is required: one complete pair of several, or the letter it was given. */
const NEEDED: Readonly<Record<string, readonly string[]>> = {
  "/addresses/lookup": ["letter", "addition"],
  "/addresses/nearby": ["lat", "lng"],
  "/buildings/at-address": ["letter", "addition"],
  "/geocode/reverse": ["rd_x", "rd_y"],
  "/geocode/forward": ["q"],
  "/postcodes/nearby": ["postcode", "number"],
};

/** The shortest request, one with all parameters, and one for each choice a parameter offers. */
function listRequests(operation: Operation): string[] {
  const all = exampleValues(operation, "all");
  const least = exampleValues(operation, "required");
  for (const name of NEEDED[operation.path] ?? []) if (name in all) least[name] = all[name]!;
  const choices = operation.parameters.flatMap(({ name, schema: { enum: values, pattern } }) => {
    const listed = values ?? (name === "include" ? pattern!.match(/\((.+?)\)/)![1]!.split("|") : []);
    return listed.map((value) => requestOf(operation, { ...least, [name]: value as string }));
  });
  return [...new Set([requestOf(operation, least), requestOf(operation, all), ...choices])];
}

async function describeContract(name: string, dataDir: string): Promise<void> {
  const harness = openHarness(dataDir);
  afterAll(() => harness.close());
  const document = await readDocument(harness);
  const validate = createValidator(document);
  const gets = document.operations.filter(({ method, path }) => method === "get" && !path.startsWith("/export"));

  describe(name, () => {
    test.each(gets.map((operation) => [operation.path, operation] as const))(
      "GET %s",
      async (_, operation) => {
        for (const request of listRequests(operation)) {
          const response = harness.ask(request);
          expect(response.status, request).toBe(200);
          const { content, headers = {} } = operation.responses["200"]!;
          const [type, media] = Object.entries(content!)[0]!;
          expect(response.headers.get("content-type"), request).toBe(type);
          for (const header of Object.keys(headers)) {
            if (!header.startsWith("X-Quota"))
              expect(response.headers.has(header), `${request} ${header}`).toBe(true);
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
        if (operation.path === "/openapi.yaml") continue;
        expect(example, operation.path).toBeDefined();
        expect(validate(example, schema), operation.path).toEqual([]);
      }
    });

    test("errors fit their declared body too", async () => {
      for (const operation of gets) {
        for (const [request, status] of listFaults(operation)) {
          const response = harness.ask(request);
          expect([request, response.status]).toEqual([request, status]);
          const { schema } = operation.responses[String(status)]!.content!["application/problem+json"]!;
          expect(validate(JSON.parse(await response.text()), schema), request).toEqual([]);
        }
      }
    });
  });
}

/** Requests that an operation refuses, with the status. */
function listFaults(operation: Operation): [string, number][] {
  const least = exampleValues(operation, "required");
  const faults: [string, number][] = [[`${requestOf(operation, least).split("?")[0]}?x=%ff`, 400]];
  const names = operation.parameters.filter(({ in: place }) => place === "query").map(({ name }) => name);
  for (const name of names) {
    const given = requestOf(operation, { ...least, [name]: 1 });
    faults.push([`${given}&${encodeURIComponent(name)}=2`, 422]);
  }
  if (names.includes("include")) faults.push([requestOf(operation, { ...least, include: "nope" }), 400]);
  return faults;
}

await describeContract("demo country", await makeDemoFolder(2_000));
if (hasReferenceFiles("contract on Weesp")) await describeContract("Weesp", await makeWeespFolder());
