export interface Schema {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  description?: string;
  default?: unknown;
  examples?: unknown[];
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  "x-svc-values"?: string;
}

export type Schemas = Readonly<Record<string, Schema>>;

const RANGES = {
  length: ["minLength", "maxLength"],
  value: ["minimum", "maximum"],
  items: ["minItems", "maxItems"],
} as const;

export interface Range {
  of: keyof typeof RANGES;
  min: number | null;
  max: number | null;
}

export interface Member {
  name: string;
  type: string;
  isRequired: boolean;
  isNullable: boolean;
  format: string | null;
  description: string | null;
  ranges: readonly Range[];
  pattern: string | null;
  values: readonly string[];
  knownValues: readonly string[];
  valueSet: string | null;
  fallback: string | null;
  members: readonly Member[];
}

export interface MemberRule {
  kind: "exactlyOne" | "atLeastOne";
  names: readonly string[];
}

/** Deeper members would be a cycle. */
const DEPTH_MAX = 6;

export function nameOfRef({ $ref }: Schema): string | null {
  return $ref?.replace("#/components/schemas/", "") ?? null;
}

function resolveSchema(schema: Schema, schemas: Schemas): { schema: Schema; name: string | null; isNullable: boolean } {
  const name = nameOfRef(schema);
  if (name !== null) return { ...resolveSchema(schemas[name] ?? {}, schemas), name };
  if (Array.isArray(schema.type)) {
    const types = schema.type.filter((type) => type !== "null");
    const [only] = types;
    const type = types.length === 1 && only !== undefined ? only : types;
    return { schema: { ...schema, type }, name: null, isNullable: types.length < schema.type.length };
  }
  const options = schema.type === undefined ? (schema.anyOf ?? schema.oneOf) : undefined;
  const [option, ...others] = options?.filter(({ type }) => type !== "null") ?? [];
  if (!options || !option || others.length > 0) return { schema, name: null, isNullable: false };
  const inner = resolveSchema(option, schemas);
  const { description = inner.schema.description } = schema;
  return {
    ...inner,
    schema: { ...inner.schema, ...(description === undefined ? {} : { description }) },
    isNullable: inner.isNullable || options.length > 1,
  };
}

export function listMembers(schema: Schema, schemas: Schemas, depth = 0): Member[] {
  const { properties = {}, required = [] } = resolveSchema(schema, schemas).schema;
  return Object.entries(properties).map(([name, property]) =>
    describeMember(name, property, required.includes(name), schemas, depth),
  );
}

export function describeMember(name: string, given: Schema, isRequired: boolean, schemas: Schemas, depth = 0): Member {
  const { schema, isNullable } = resolveSchema(given, schemas);
  const inner = schema.type === "array" && schema.items ? schema.items : given;
  const { const: only, enum: values = only === undefined ? [] : [only] } = schema;
  return {
    name,
    type: nameType(given, schemas),
    isRequired,
    isNullable,
    format: schema.format ?? null,
    description: given.description ?? schema.description ?? null,
    ranges: listRanges(schema),
    // A number's pattern describes its digits in a URL.
    pattern: (schema.type === "string" && schema.pattern) || null,
    values: values.map(String),
    knownValues: (schema.examples ?? []).map(String),
    valueSet: schema["x-svc-values"] ?? null,
    fallback: schema.default === undefined ? null : writeValue(schema.default),
    members: depth < DEPTH_MAX ? listMembers(inner, schemas, depth + 1) : [],
  };
}

function writeValue(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function listRanges(schema: Schema): Range[] {
  const kinds = Object.keys(RANGES) as Range["of"][];
  const ranges = kinds.map((of) => {
    const [least, most] = RANGES[of];
    return { of, min: readBound(schema[least]), max: readBound(schema[most]) };
  });
  return ranges.filter(({ min, max }) => min !== null || max !== null);
}

/** The range of safe integers is a limit of JSON, not of the API. */
function readBound(value: number | undefined): number | null {
  return value === undefined || Math.abs(value) >= Number.MAX_SAFE_INTEGER ? null : value;
}

export function describeRange({ of, min, max }: Range, write: (value: number) => string) {
  const key = min === null ? (`${of}.max` as const) : max === null ? (`${of}.min` as const) : (`${of}.both` as const);
  return { key, values: { min: write(min ?? 0), max: write(max ?? 0), count: max ?? min ?? 0 } };
}

function nameType(given: Schema, schemas: Schemas): string {
  const { schema, name } = resolveSchema(given, schemas);
  if (schema.type === "array") return `array of ${nameType(schema.items ?? {}, schemas)}`;
  if (name !== null) return name;
  const options = schema.type === undefined ? (schema.anyOf ?? schema.oneOf) : undefined;
  if (options) return [...new Set(options.map((option) => nameType(option, schemas)))].join(" or ");
  if (Array.isArray(schema.type)) return schema.type.join(" or ");
  if (schema.type !== undefined) return schema.type;
  return schema.const === undefined && !schema.enum ? "any" : "string";
}

export function readRule(given: Schema, schemas: Schemas): MemberRule | null {
  const { anyOf, oneOf } = resolveSchema(given, schemas).schema;
  const names = (oneOf ?? anyOf ?? []).flatMap(({ required = [] }) => required);
  return names.length === 0 ? null : { kind: oneOf ? "exactlyOne" : "atLeastOne", names };
}
