/**
 * Validates values against the schemas of an OpenAPI 3.0 document. An unknown keyword is an error, so that nothing is
 * ignored silently; so is an object schema that is not closed.
 */
export interface Schema {
  readonly [keyword: string]: unknown;
  readonly $ref?: string;
  readonly type?: string;
  readonly nullable?: boolean;
  readonly enum?: readonly unknown[];
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
}

const KNOWN = new Set(
  `$ref type nullable enum oneOf properties required additionalProperties items minItems maxItems pattern format
   minLength maxLength minimum maximum description default discriminator`.split(/\s+/),
);

/** Returns every difference between a value and its schema, each with its path. */
export type Validate = (value: unknown, schema: Schema) => string[];

export function createValidator(document: { components: { schemas: Record<string, Schema> } }): Validate {
  function check(value: unknown, schema: Schema, at: string): string[] {
    const unknown = Object.keys(schema).filter((keyword) => !KNOWN.has(keyword));
    if (unknown.length > 0) {
      return [`${at}: schema has unknown ${unknown}`];
    }
    if (schema.$ref !== undefined) {
      return check(value, resolve(schema.$ref), at);
    }
    if (isFreeForm(schema, at)) {
      return [];
    }
    if (value === null && schema.nullable) {
      return [];
    }
    if (schema.oneOf !== undefined) {
      return checkOneOf(value, schema.oneOf, at);
    }
    if (schema.enum !== undefined && !schema.enum.includes(value)) {
      return [`${at}: ${value} not in enum`];
    }
    return checkType(value, schema, at);
  }

  function resolve(reference: string): Schema {
    const schema = document.components.schemas[reference.replace("#/components/schemas/", "")];
    if (schema === undefined) {
      throw new Error(`no schema ${reference}`);
    }
    return schema;
  }

  function checkOneOf(value: unknown, schemas: readonly Schema[], at: string): string[] {
    const faults = schemas.map((schema) => check(value, schema, at));
    const matchCount = faults.filter((list) => list.length === 0).length;
    return matchCount === 1 ? [] : [`${at}: fits ${matchCount} of oneOf`, ...faults.flat()];
  }

  function checkType(value: unknown, schema: Schema, at: string): string[] {
    switch (schema.type) {
      case "object":
        return checkObject(value, schema, at);
      case "array":
        return checkArray(value, schema, at);
      case "string":
        return checkString(value, schema, at);
      case "integer":
      case "number":
        return checkNumber(value, schema, at);
      case "boolean":
        return typeof value === "boolean" ? [] : [`${at}: ${value} is no boolean`];
      default:
        return [`${at}: schema has type ${schema.type}`];
    }
  }

  function checkObject(value: unknown, schema: Schema, at: string): string[] {
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      return [`${at}: no object`];
    }
    const { properties = {}, required = [], additionalProperties } = schema;
    if (additionalProperties === undefined || additionalProperties === true) {
      return [`${at}: open schema`];
    }
    const missing = required.filter((name) => !(name in value)).map((name) => `${at}: ${name} is missing`);
    return Object.entries(value).reduce((faults, [name, member]) => {
      const own = properties[name] ?? (additionalProperties || undefined);
      return faults.concat(
        own === undefined ? `${at}: ${name} is not declared` : check(member, own, `${at}.${name}`),
      );
    }, missing);
  }

  function checkArray(value: unknown, schema: Schema, at: string): string[] {
    if (!Array.isArray(value)) {
      return [`${at}: no array`];
    }
    const { minItems = 0, maxItems = Infinity } = schema;
    if (value.length < minItems || value.length > maxItems) {
      return [`${at}: ${value.length} items`];
    }
    return value.flatMap((item, index) => check(item, schema.items!, `${at}[${index}]`));
  }

  return (value, schema) => check(value, schema, "$");
}

/** Returns true for the search's trace, documented as free-form because it follows the ranking. */
function isFreeForm(schema: Schema, at: string): boolean {
  return at.startsWith("$.meta.explain.") && Object.keys(schema).length === 0;
}

const FORMATS: Readonly<Record<string, RegExp>> = {
  uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  date: /^\d{4}-\d{2}-\d{2}$/,
  "date-time": /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/,
};

function checkString(value: unknown, schema: Schema, at: string): string[] {
  if (typeof value !== "string") {
    return [`${at}: ${value} is no string`];
  }
  const { minLength = 0, maxLength = Infinity, pattern, format } = schema;
  const faults: string[] = [];
  if (value.length < minLength || value.length > maxLength) {
    faults.push(`${at}: length ${value.length}`);
  }
  if (format !== undefined && !FORMATS[format]?.test(value)) {
    faults.push(`${at}: ${value} is no ${format}`);
  }
  if (pattern !== undefined && !new RegExp(pattern).test(value)) {
    faults.push(`${at}: ${value} against ${pattern}`);
  }
  return faults;
}

function checkNumber(value: unknown, schema: Schema, at: string): string[] {
  if (typeof value !== "number" || (schema.type === "integer" && !Number.isInteger(value))) {
    return [`${at}: ${value} is no ${schema.type}`];
  }
  const { minimum = -Infinity, maximum = Infinity } = schema;
  return value < minimum || value > maximum ? [`${at}: ${value} out of bounds`] : [];
}
