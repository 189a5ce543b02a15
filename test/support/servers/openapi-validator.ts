/**
 * Validates values against the schemas of an OpenAPI 3.0 document. An unknown keyword or format is an error, so that
 * nothing is ignored silently; so is an object schema that is not closed.
 */
import Ajv, { type ValidateFunction } from "ajv";
import addFormats from "ajv-formats";

export interface Schema {
  readonly [keyword: string]: unknown;
  readonly $ref?: string;
  readonly type?: string;
  readonly nullable?: boolean;
  readonly enum?: readonly unknown[];
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly pattern?: string;
  readonly format?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
}

type Components = Readonly<Record<string, Schema>>;

/** Returns every difference between a value and its schema, each with its path. */
export type Validate = (value: unknown, schema: Schema) => string[];

export function createValidator({ components }: { components: { schemas: Components } }): Validate {
  const ajv = new Ajv({ strict: true, allErrors: true });
  addFormats(ajv);
  for (const [name, schema] of Object.entries(components.schemas)) {
    ajv.addSchema(withShortReferences(schema), name);
  }
  const compiled = new Map<Schema, ValidateFunction>();

  function compile(schema: Schema): ValidateFunction {
    const open = listOpenParts(schema, components.schemas);
    if (open.length > 0) {
      throw new Error(`schemas that accept anything: ${open.join(", ")}`);
    }
    return ajv.compile(withShortReferences(schema));
  }

  return (value, schema) => {
    const validate = compiled.get(schema) ?? compile(schema);
    compiled.set(schema, validate);
    validate(value);
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) => `$${instancePath}: ${message} ${JSON.stringify(params)}`,
    );
  };
}

/** Returns the schema with references by the name of the component, its id. */
function withShortReferences(schema: Schema): Schema {
  return JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/components/schemas/', '"$ref":"'));
}

/** Lists the paths of schemas that accept undeclared properties or any value, references included. */
function listOpenParts(schema: Schema, components: Components): string[] {
  const seen = new Set<string>();
  function listParts(part: Schema, at: string): string[] {
    if (part.$ref !== undefined) {
      const name = part.$ref.split("/").at(-1)!;
      const isSeen = seen.has(name);
      seen.add(name);
      return isSeen ? [] : listParts(components[name]!, name);
    }
    const choices = part.oneOf ?? part.anyOf;
    if (choices !== undefined) {
      return choices.flatMap((each, i) => listParts(each, `${at}[choice ${i}]`));
    }
    if (part.type === "array") {
      return listParts(part.items!, `${at}[]`);
    }
    if (part.type !== "object" || part.enum !== undefined) {
      return part.type === undefined ? [at] : [];
    }
    const { additionalProperties = true, properties = {} } = part;
    const others = typeof additionalProperties === "object" ? { "*": additionalProperties } : {};
    return [
      ...(additionalProperties === true ? [at] : []),
      ...Object.entries({ ...properties, ...others }).flatMap(([name, each]) =>
        listParts(each, `${at}.${name}`),
      ),
    ];
  }
  return listParts(schema, "$").filter((at) => at !== FREE_FORM);
}

/** The search's trace, documented as free-form because it follows the ranking. */
const FREE_FORM = "PageMeta.explain.*";
