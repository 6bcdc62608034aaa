import { describeMember, refName, type Schema } from "./description";

/** Requests name the values that the service takes; responses may bring values that are newer than the client. */
export type Direction = "sent" | "received";

const PLAIN: Record<string, string> = {
  integer: "int",
  number: "float",
  string: "str",
  boolean: "bool",
  null: "None",
};

/** A schema as Python classes: inner objects have no name of their own and get their parent's with the member's. */
export function writeDeclaration(name: string, schema: Schema, direction: Direction): string {
  if (!isObject(schema)) return `${name} = ${writeAlias(name, schema, direction)}\n`;
  const alternatives = (schema.oneOf ?? []).flatMap(({ required = [] }) => required);
  const inner: string[] = [];
  const properties = Object.entries(schema.properties ?? {}).map(([member, value]) => ({
    member: checkName(member),
    isRequired: schema.required?.includes(member) === true,
    isAlternative: alternatives.includes(member),
    comment: describeMember(value).join("\n"),
    type: writeType(value, direction, name + capitalize(member), inner),
  }));
  const fixed = properties.filter(({ isAlternative }) => !isAlternative);
  const required = fixed.filter(({ isRequired }) => isRequired);
  const optional = fixed.filter(({ isRequired }) => !isRequired);
  const classes: string[] = [];
  let base = "TypedDict";
  const add = (className: string, members: typeof properties, isTotal: boolean) => {
    classes.push(writeClass(className, base, isTotal, members, schema.description));
    base = className;
  };
  // Python 3.10 has no NotRequired: optional members are in a class of their own.
  if (required.length > 0 && (optional.length > 0 || alternatives.length > 0)) add(`_${name}Required`, required, true);
  else if (optional.length === 0 && alternatives.length === 0) add(name, required, true);
  if (optional.length > 0) add(alternatives.length > 0 ? `_${name}Fixed` : name, optional, false);
  if (alternatives.length === 0) return [...inner, ...classes].join("\n\n");
  const fixedBase = base;
  for (const property of properties.filter(({ isAlternative }) => isAlternative)) {
    base = fixedBase;
    add(`${name}With${capitalize(property.member)}`, [property], true);
  }
  const union = alternatives.map((member) => `"${name}With${capitalize(member)}"`).join(", ");
  return [...inner, ...classes, `${name} = Union[${union}]\n`].join("\n\n");
}

/** The names of the classes and aliases that a declaration makes for its readers. */
export function listDeclared(text: string): string[] {
  return [...text.matchAll(/^(?:class )?([A-Z]\w*)(?:\(| = )/gm)].map(([, name = ""]) => name);
}

/** The type of a parameter: nothing that would need a class. */
export function writeParameterType(schema: Schema): string {
  return writeType(schema, "sent", "", undefined);
}

export function writeDocString(text: string | undefined, indent: string): string {
  if (!text) return "";
  const quoted = text.replaceAll("\\", "\\\\").replaceAll('"""', "'''").replaceAll("\n", `\n${indent}`);
  const end = text.includes("\n") ? `\n${indent}` : "";
  return `${indent}"""${quoted}${quoted.endsWith('"') ? " " : ""}${end}"""\n`;
}

export function capitalize(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

function writeClass(
  name: string,
  base: string,
  isTotal: boolean,
  members: { member: string; type: string; comment: string | undefined }[],
  description: string | undefined,
): string {
  const lines = members.map(
    ({ member, type, comment }) => `    ${member}: ${type}\n${writeDocString(comment, "    ")}`,
  );
  const body = writeDocString(description, "    ") + lines.join("");
  return `class ${name}(${base}${isTotal ? "" : ", total=False"}):\n${body || "    pass\n"}`;
}

/** Evaluated when the module is loaded, so names that come later are quoted. */
function writeAlias(name: string, schema: Schema, direction: Direction): string {
  const type = writeType(schema, direction, name, undefined);
  return `Union[${type
    .split(" | ")
    .map((part) => (/^[A-Z]\w*$/.test(part) ? `"${part}"` : part))
    .join(", ")}]`;
}

function writeType(schema: Schema, direction: Direction, name: string, inner: string[] | undefined): string {
  if (schema.$ref) return refName(schema);
  if (schema.const !== undefined) return `Literal[${writeLiteral(schema.const)}]`;
  if (schema.enum) {
    const known = `Literal[${schema.enum.map(writeLiteral).join(", ")}]`;
    return direction === "received" ? `${known} | ${listPlainTypes(schema.enum)}` : known;
  }
  const options = schema.type ? undefined : (schema.anyOf ?? schema.oneOf);
  if (options) return joinTypes(options.map((option) => writeType(option, direction, name, inner)));
  if (Array.isArray(schema.type)) {
    return joinTypes(schema.type.map((type) => writeType({ ...schema, type }, direction, name, inner)));
  }
  if (schema.type === "array") return `list[${writeType(schema.items ?? {}, direction, `${name}Item`, inner)}]`;
  if (schema.type === "object") {
    if (!schema.properties && typeof schema.additionalProperties === "object") {
      return `dict[str, ${writeType(schema.additionalProperties, direction, `${name}Value`, inner)}]`;
    }
    if (!inner) throw new Error(`${name} has an anonymous object where Python needs a name`);
    inner.push(writeDeclaration(name, schema, direction));
    return name;
  }
  const type = typeof schema.type === "string" ? PLAIN[schema.type] : undefined;
  if (!type) throw new Error(`The generator does not know the schema ${JSON.stringify(schema)}`);
  return type;
}

function isObject(schema: Schema): boolean {
  return (
    schema.type === "object" && (schema.properties !== undefined || typeof schema.additionalProperties !== "object")
  );
}

function joinTypes(types: string[]): string {
  return [...new Set(types)].join(" | ");
}

function writeLiteral(value: unknown): string {
  if (typeof value === "boolean") return value ? "True" : "False";
  return value === null ? "None" : JSON.stringify(value);
}

function listPlainTypes(values: unknown[]): string {
  const names: Record<string, string> = { string: "str", number: "int", boolean: "bool", object: "None" };
  return joinTypes(values.map((value) => names[typeof value] ?? "str"));
}

const KEYWORDS =
  "and as assert async await break class continue def del elif else except False finally for from global if import in is lambda None nonlocal not or pass raise return True try while with yield";

export function checkName(name: string): string {
  if (/^[A-Za-z]\w*$/.test(name) && !KEYWORDS.split(" ").includes(name)) return name;
  throw new Error(`${name} is no name in Python: the generator has to learn how to write it`);
}
