/**
 * Prints the TypeScript types of the client from the OpenAPI document: every record under its name, every path with its
 * parameters and its answer, all with their descriptions.
 */
import type { AnyEndpoint } from "../../src/http/endpoint.ts";
import type {
  MediaType,
  OpenApiDocument,
  Operation,
  Parameter,
  Schema,
} from "../../src/http/openapi-document.ts";

const HEADER = `/**
 * Records, parameters and answers of the interface. Generated from the OpenAPI document by npm run client; do not edit.
 */`;
/** Length up to which a description stays on one line. */
const COMMENT_WIDTH = 100;
const METHODS = { get: "GetEndpoints", post: "PostEndpoints", delete: "DeleteEndpoints" } as const;
type Method = keyof typeof METHODS;

/** Returns the text of `endpoint-types.ts`, not yet formatted. */
export function printEndpointTypes(document: OpenApiDocument, endpoints: readonly AnyEndpoint[]): string {
  const records = Object.entries(document.components.schemas).map(([name, schema]) =>
    printRecord(name, schema),
  );
  const interfaces = Object.keys(METHODS).map((method) =>
    printEndpoints(document, endpoints, method as Method),
  );
  return [HEADER, ...records, ...interfaces].join("\n\n");
}

function printRecord(name: string, schema: Schema): string {
  const type = printSchema(schema);
  const declaration =
    schema.properties !== undefined ? `interface ${name} ${type}` : `type ${name} = ${type};`;
  return `${printComment(schema.description)}export ${declaration}`;
}

function printEndpoints(
  document: OpenApiDocument,
  endpoints: readonly AnyEndpoint[],
  method: Method,
): string {
  const members = Object.entries(document.paths).flatMap(([path, { [method]: operation }]) => {
    const endpoint = endpoints.find((one) => one.path === path && one.method.toLowerCase() === method);
    return operation === undefined || endpoint === undefined
      ? []
      : [`${printComment(describe(operation))}"${path}": ${printOperation(operation, endpoint)};`];
  });
  const comment = `Parameters and answer of each path with ${method.toUpperCase()}.`;
  return `${printComment(comment)}export interface ${METHODS[method]} {\n${members.join("\n")}\n}`;
}

function describe({ summary, description }: Operation): string {
  return [summary.replace(/\.?$/, "."), description].filter(Boolean).join(" ");
}

function printOperation(operation: Operation, endpoint: AnyEndpoint): string {
  const parameters = (operation.parameters ?? []).map((parameter) => printParameter(parameter, endpoint));
  const answer = Object.entries(operation.responses).find(([status]) => status.startsWith("2"))?.[1];
  const bodies = answer !== undefined && "content" in answer ? Object.values(answer.content ?? {}) : [];
  const values = parameters.length === 0 ? "Record<never, never>" : `{\n${parameters.join("\n")}\n}`;
  const file = endpoint.upload === undefined ? "" : "/** Takes a file as its body. */\nfile: true;\n";
  return `{\nparameters: ${values};\n${file}answer: ${printAnswer(bodies)};\n}`;
}

/** A file whose format may be one of bytes is bytes in all formats, as the client cannot tell them apart. */
function printAnswer(bodies: readonly MediaType[]): string {
  const isFile = bodies.some(({ schema }) => schema.format === "binary");
  return isFile ? "Uint8Array<ArrayBuffer>" : printSchema(bodies[0]?.schema ?? {});
}

function printParameter(parameter: Parameter, { include, sort }: AnyEndpoint): string {
  const { name, required, description, schema } = parameter;
  const type = { include: printInclude(include), sort: printSort(sort) }[name] ?? printSchema(schema);
  const member = required ? `"${name}": ${type};` : `"${name}"?: ${type} | undefined;`;
  return printComment(description) + member;
}

/** Several names may be joined by commas, which the document can only describe by a pattern. */
function printInclude(names: readonly string[]): string | undefined {
  const one = printLiterals(names);
  return names.length < 2 ? undefined : `${one} | \`\${${one}},\${string}\``;
}

function printSort(fields: readonly string[]): string | undefined {
  return fields.length === 0 ? undefined : printLiterals(fields.flatMap((field) => [field, `-${field}`]));
}

function printSchema(schema: Schema): string {
  const type = printWithoutNull(schema);
  return schema.nullable && type !== "null" ? `${type} | null` : type;
}

function printWithoutNull(schema: Schema): string {
  const { $ref, enum: choices, items, type } = schema;
  if ($ref !== undefined) {
    return $ref.split("/").at(-1)!;
  }
  if (choices !== undefined) {
    return printLiterals(choices);
  }
  const alternatives = schema.oneOf ?? schema.anyOf;
  if (alternatives !== undefined) {
    return alternatives.map(printSchema).join(" | ");
  }
  if (items !== undefined) {
    const item = printSchema(items);
    return /[|]/.test(item) ? `(${item})[]` : `${item}[]`;
  }
  if (type === "object") {
    return printObject(schema);
  }
  return (type === "integer" ? "number" : type) ?? "unknown";
}

function printObject({ properties, required = [], additionalProperties }: Schema): string {
  if (properties === undefined) {
    return `Record<string, ${printSchema(typeof additionalProperties === "object" ? additionalProperties : {})}>`;
  }
  const members = Object.entries(properties).map(([name, schema]) => {
    const mark = required.includes(name) ? "" : "?";
    return `${printComment(schema.description)}"${name}"${mark}: ${printSchema(schema)};`;
  });
  return `{\n${members.join("\n")}\n}`;
}

function printLiterals(values: readonly (string | number | null)[]): string {
  return values.map((value) => JSON.stringify(value)).join(" | ");
}

/** Returns the comment with its line break; an empty text for no description. */
function printComment(text = ""): string {
  if (text === "") {
    return "";
  }
  const lines = [""];
  for (const word of text.replaceAll("*/", "*\\/").split(/\s+/)) {
    const line = `${lines.at(-1)} ${word}`.trimStart();
    if (line.length <= COMMENT_WIDTH) {
      lines[lines.length - 1] = line;
    } else {
      lines.push(word);
    }
  }
  return lines.length === 1
    ? `/** ${lines[0]} */\n`
    : `/**\n${lines.map((line) => ` * ${line}`).join("\n")}\n */\n`;
}
