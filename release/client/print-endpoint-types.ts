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
import {
  ADDRESSABLE_TYPES,
  GEBRUIKSDOELEN,
  OBJECT_TYPES,
  OPENBARE_RUIMTE_TYPES,
  STAGES,
} from "../../src/registry/schema/object-types.ts";

const HEADER = `/**
 * Records, parameters and answers of the interface. Generated from the OpenAPI document by npm run client; do not edit.
 */`;
/** Length up to which a description stays on one line. */
const COMMENT_WIDTH = 100;
const METHODS = { get: "GetEndpoints", post: "PostEndpoints", delete: "DeleteEndpoints" } as const;
type Method = keyof typeof METHODS;

/** Names joined by commas, which the document can only describe by a pattern. */
const LIST_OF = `/** One name, or several joined by commas. */
type ListOf<T extends string> = T | \`\${T},\${string}\`;`;

/** A page of a list, as most lists answer. */
const PAGED = `/** A page of a list. */
export interface Paged<T> { data: T[];
meta: PageMeta;
links: PageLinks; }`;

/** Lists of words that several records and parameters take, each printed once under its name. */
const UNIONS: Readonly<Record<string, readonly [values: readonly string[], description: string]>> = {
  Purpose: [GEBRUIKSDOELEN, "Purpose of use (gebruiksdoel)."],
  Stage: [STAGES, "Stage of an object's life, by its status."],
  AddressableType: [ADDRESSABLE_TYPES, "Kind of object that has addresses."],
  StreetType: [OPENBARE_RUIMTE_TYPES, "Kind of openbare ruimte."],
  ObjectType: [Object.values(OBJECT_TYPES).map(({ table }) => table), "Kind of object of the BAG."],
};

/** Fields that several records share, printed once under a name: the fields of `record` whose names match `names`. */
const PARTS: Readonly<Record<string, readonly [record: string, names: RegExp, description: string]>> = {
  Validity: ["Address", /^(valid_from|valid_until|announced|gap)$/, "Days on which a record is valid."],
  Sourced: ["Address", /^(sources|in_onderzoek)$/, "Objects that a record comes from."],
  Position: ["Address", /^(latitude|longitude|rd_x|rd_y)$/, "Position in WGS84 and RD."],
  Bounds: ["MunicipalityOfCity", /^(valid_from|valid_until|announced)$/, "Days of a period."],
  Voorkomen: [
    "BuildingVoorkomen",
    /^(voorkomen_identificatie|announced|changed|document.*|.*geldigheid|.*registratie.*)$/,
    "A voorkomen of an object.",
  ],
  ChangesBetween: ["AddressChanges", /^(?!changes$)/, "A part of a list of changes between two versions."],
  ExportedAddress: ["ExportedAddressHistory", /^(?!valid_)/, "Columns of exports of addresses."],
  ExportedPlace: [
    "ExportedStreets",
    /^(woonplaats|gemeente|provincie)_/,
    "Columns of the place of an object.",
  ],
  ExportedVoorkomen: [
    "ExportedBuildingHistory",
    /^(voorkomen_identificatie|geconstateerd|document.*|.*geldigheid|.*registratie.*)$/,
    "Columns of exports of voorkomens.",
  ],
};

/** Returns the text of `endpoint-types.ts`, not yet formatted. */
export function printEndpointTypes(document: OpenApiDocument, endpoints: readonly AnyEndpoint[]): string {
  const { schemas } = document.components;
  const unions = Object.entries(UNIONS).map(
    ([name, [values, description]]) =>
      `${printComment(description)}export type ${name} = ${values.map((value) => JSON.stringify(value)).join(" | ")};`,
  );
  const parts = Object.entries(PARTS).map(
    ([name, [, , description]]) =>
      `${printComment(description)}export interface ${name} ${printObject(schemaOf(name, schemas))}`,
  );
  const records = Object.keys(schemas).map((name) => printRecord(name, schemas));
  const operations = listOperations(document, endpoints);
  const shared = findShared(operations);
  const parameters = printInterface(
    "Parameters of more than one path.",
    "interface SharedParameters",
    [...shared.keys()].sort().map((name) => shared.get(name)!),
  );
  const interfaces = Object.keys(METHODS).map((method) =>
    printEndpoints(
      operations.filter((one) => one.method === method),
      shared,
      method as Method,
    ),
  );
  return [HEADER, ...unions, ...parts, ...records, PAGED, LIST_OF, parameters, ...interfaces].join("\n\n");
}

type Schemas = OpenApiDocument["components"]["schemas"];

/** Returns the schema of a record or part. */
function schemaOf(name: string, schemas: Schemas): Schema {
  const [record, names] = PARTS[name] ?? [name, /^/];
  const { properties = {}, required = [] } = schemas[record]!;
  const fields = Object.entries(properties).filter(([field]) => names.test(field));
  return { properties: Object.fromEntries(fields), required };
}

/** Prints a record; one that has all properties of an earlier record, or of a part, extends these. */
function printRecord(name: string, schemas: Schemas): string {
  const schema = schemas[name]!;
  const comment = printComment(schema.description);
  if (schema.properties === undefined) {
    return `${comment}export type ${name} = ${printSchema(schema)};`;
  }
  const bases = listBases(name, schemas);
  const inherited = bases.flatMap((base) => Object.keys(schemaOf(base, schemas).properties!));
  const own = Object.entries(schema.properties).filter(([property]) => !inherited.includes(property));
  const heritage = bases.length === 0 ? "" : `extends ${bases.join(", ")} `;
  const body = printObject({ ...schema, properties: Object.fromEntries(own) });
  return `${comment}export interface ${name} ${heritage}${body}`;
}

/**
 * Lists what a record extends: another record, and the parts with further fields that it has with equal descriptions.
 */
function listBases(name: string, schemas: Schemas): string[] {
  const members = membersOf(schemas[name]!, true);
  const bases = [findBase(name, schemas) ?? []].flat();
  for (const part of Object.keys(PARTS)) {
    const inherited = new Set(bases.flatMap((base) => Object.keys(schemaOf(base, schemas).properties!)));
    const { properties = {} } = schemaOf(part, schemas);
    const isNew = Object.keys(properties).every((property) => !inherited.has(property));
    if (isNew && membersOf(schemaOf(part, schemas), true).every((member) => members.includes(member))) {
      bases.push(part);
    }
  }
  return bases;
}

/** Fewest properties that a record inherits. */
const MIN_INHERITED = 4;

/** Returns the name of the largest earlier record all of whose properties a record has, with the same types. */
function findBase(name: string, schemas: Schemas): string | undefined {
  const members = new Set(membersOf(schemas[name]!));
  const names = Object.keys(schemas);
  return names
    .slice(0, names.indexOf(name))
    .map((base) => ({ base, inherited: membersOf(schemas[base]!) }))
    .filter(
      ({ inherited }) => inherited.length >= MIN_INHERITED && inherited.every((one) => members.has(one)),
    )
    .sort((a, b) => b.inherited.length - a.inherited.length)[0]?.base;
}

/** Lists the properties with their types, and with their descriptions when these count. */
function membersOf({ properties = {}, required = [] }: Schema, isDescribed = false): string[] {
  return Object.entries(properties).map(
    ([key, schema]) =>
      `${key} ${required.includes(key)} ${printSchema(schema)} ${isDescribed && schema.description}`,
  );
}

interface PathOperation {
  readonly path: string;
  readonly method: Method;
  readonly operation: Operation;
  readonly endpoint: AnyEndpoint;
  readonly parameters: readonly { readonly name: string; readonly text: string }[];
}

function listOperations(document: OpenApiDocument, endpoints: readonly AnyEndpoint[]): PathOperation[] {
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    (Object.keys(METHODS) as Method[]).flatMap((method) => {
      const operation = operations[method];
      const endpoint = endpoints.find((one) => one.path === path && one.method.toLowerCase() === method);
      if (operation === undefined || endpoint === undefined) {
        return [];
      }
      const parameters = (operation.parameters ?? []).map((parameter) => ({
        name: parameter.name,
        text: printParameter(parameter, endpoint),
      }));
      return [{ path, method, operation, endpoint, parameters }];
    }),
  );
}

/** Texts of parameters by name. */
type SharedParameters = ReadonlyMap<string, string>;

/** Returns by name the form in which most paths have a parameter, if more than one path has that form. */
function findShared(operations: readonly PathOperation[]): SharedParameters {
  const counts = new Map<string, { name: string; text: string; count: number }>();
  for (const { name, text } of operations.flatMap(({ parameters }) => parameters)) {
    const count = (counts.get(text)?.count ?? 0) + 1;
    counts.set(text, { name, text, count });
  }
  const shared = [...counts.values()].filter(({ count }) => count > 1).sort((a, b) => a.count - b.count);
  // Of two forms of a name the more frequent one stays.
  return new Map(shared.map(({ name, text }) => [name, text]));
}

function printEndpoints(
  operations: readonly PathOperation[],
  shared: SharedParameters,
  method: Method,
): string {
  const members = operations.map(
    (each) => `${printComment(describe(each.operation))}"${each.path}": ${printOperation(each, shared)};`,
  );
  const comment = `Parameters and answer of each path with ${method.toUpperCase()}.`;
  return printInterface(comment, `export interface ${METHODS[method]}`, members);
}

function printInterface(comment: string, declaration: string, members: readonly string[]): string {
  return `${printComment(comment)}${declaration} {\n${members.join("\n")}\n}`;
}

function describe({ summary, description }: Operation): string {
  return [summary.replace(/\.?$/, "."), description].filter(Boolean).join(" ");
}

function printOperation(
  { operation, endpoint, parameters }: PathOperation,
  shared: SharedParameters,
): string {
  const answer = Object.entries(operation.responses).find(([status]) => status.startsWith("2"))?.[1];
  const bodies = answer !== undefined && "content" in answer ? Object.values(answer.content ?? {}) : [];
  const isShared = ({ name, text }: PathOperation["parameters"][number]) => shared.get(name) === text;
  const own = parameters.filter((one) => !isShared(one)).map(({ text }) => text);
  const names = parameters.filter(isShared).map(({ name }) => name);
  const parts = [
    ...(names.length === 0 ? [] : [`Pick<SharedParameters, ${printLiterals(names)}>`]),
    ...(own.length === 0 ? [] : [`{\n${own.join("\n")}\n}`]),
  ];
  const values = parts.length === 0 ? "Record<never, never>" : parts.join(" & ");
  const file = endpoint.upload === undefined ? "" : "/** Takes a file as its body. */\nfile: true;\n";
  return `{\nparameters: ${values};\n${file}answer: ${printAnswer(bodies)};\n}`;
}

/** Types an answer that may be binary as bytes in every format, because the client cannot tell the formats apart. */
function printAnswer(bodies: readonly MediaType[]): string {
  const isFile = bodies.some(({ schema }) => schema.format === "binary");
  const { data, meta, links } = bodies[0]?.schema.properties ?? {};
  if (data?.items !== undefined && meta !== undefined && links !== undefined) {
    return `Paged<${printSchema(data.items)}>`;
  }
  return isFile ? "Uint8Array<ArrayBuffer>" : printSchema(bodies[0]?.schema ?? {});
}

function printParameter(parameter: Parameter, { include, sort }: AnyEndpoint): string {
  const { name, required, description, schema } = parameter;
  const type = { include: printInclude(include), sort: printSort(sort) }[name] ?? printSchema(schema);
  const member = required ? `"${name}": ${type};` : `"${name}"?: ${type} | undefined;`;
  return printComment(description) + member;
}

function printInclude(names: readonly string[]): string | undefined {
  return names.length < 2 ? undefined : `ListOf<${printLiterals(names)}>`;
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
  const isCounted = Object.values(properties).every(
    ({ type, description }) => type === "integer" && description === undefined,
  );
  const counted = isCounted ? printLiterals(Object.keys(properties)) : "";
  if (counted in UNIONS) {
    return `Record<${counted}, number>`;
  }
  const members = Object.entries(properties).map(([name, schema]) => {
    const mark = required.includes(name) ? "" : "?";
    return `${printComment(schema.description)}"${name}"${mark}: ${printSchema(schema)};`;
  });
  // Biome keeps short objects on the line on which they begin.
  const text = members.join("\n");
  return text.includes("\n") ? `{\n${text}\n}` : `{ ${text} }`;
}

function printLiterals(values: readonly (string | number | null)[]): string {
  const named = Object.keys(UNIONS).find((name) => UNIONS[name]![0].join("|") === values.join("|"));
  return named ?? values.map((value) => JSON.stringify(value)).join(" | ");
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
