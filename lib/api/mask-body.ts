import { z } from "zod";
import { countCodePoints } from "../platform/characters";
import { maskEverySecret } from "../platform/mask-secrets";

interface SchemaNode {
  $ref?: string;
  $defs?: Readonly<Record<string, SchemaNode>>;
  type?: string | readonly string[];
  properties?: Readonly<Record<string, SchemaNode>>;
  items?: SchemaNode;
  anyOf?: readonly SchemaNode[];
  oneOf?: readonly SchemaNode[];
  allOf?: readonly SchemaNode[];
  enum?: readonly unknown[];
  const?: unknown;
  "x-svc-secret"?: boolean;
}

const CUTS = [
  { items: 20, characters: 500 },
  { items: 3, characters: 80 },
] as const;
type Cut = (typeof CUTS)[number];

const known = new WeakMap<z.ZodType, SchemaNode>();

function readSchema(schema: z.ZodType): SchemaNode {
  const found = known.get(schema);
  if (found) return found;
  const node = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as SchemaNode;
  known.set(schema, node);
  return node;
}

/** Names of undeclared members and values of other types may be anything, so only their number or type is shown. */
export function maskBody(schema: z.ZodType, value: unknown, maxBytes: number): string {
  const root = readSchema(schema);
  for (const cut of CUTS) {
    const text = JSON.stringify(maskValue(root, root, value, cut));
    if (Buffer.byteLength(text) <= maxBytes) return text;
  }
  return JSON.stringify(`[more than ${maxBytes} bytes]`);
}

function maskValue(root: SchemaNode, given: SchemaNode, value: unknown, cut: Cut): unknown {
  const node = choose(root, given, value);
  if (node === null) return `[${nameType(value)}]`;
  if (node["x-svc-secret"]) return "[secret]";
  if (value === null || typeof value === "boolean" || typeof value === "number") return value;
  if (typeof value === "string") return maskText(value, cut);
  if (Array.isArray(value)) {
    const items = value.slice(0, cut.items).map((item) => maskValue(root, node.items ?? {}, item, cut));
    return value.length > cut.items ? [...items, `[${value.length - cut.items} more]`] : items;
  }
  return maskMembers(root, node, value as object, cut);
}

function maskMembers(root: SchemaNode, { properties = {} }: SchemaNode, value: object, cut: Cut): object {
  const entries = Object.entries(value);
  const declared = entries.filter(([name]) => Object.hasOwn(properties, name));
  const kept = declared.map(([name, member]) => [name, maskValue(root, properties[name] ?? {}, member, cut)]);
  const rest = entries.length - declared.length;
  return Object.fromEntries(rest === 0 ? kept : [...kept, ["[not declared]", rest]]);
}

function choose(root: SchemaNode, node: SchemaNode, value: unknown): SchemaNode | null {
  if (node["x-svc-secret"]) return node;
  if (node.$ref !== undefined) {
    const target = root.$defs?.[node.$ref.replace("#/$defs/", "")];
    return target ? choose(root, target, value) : null;
  }
  const parts = node.anyOf ?? node.oneOf ?? node.allOf;
  if (parts && node.type === undefined) {
    for (const part of parts) {
      const chosen = choose(root, part, value);
      if (chosen) return chosen;
    }
    return null;
  }
  if (node.enum) return node.enum.includes(value) ? node : null;
  if (node.const !== undefined) return node.const === value ? node : null;
  const types = typeof node.type === "string" ? [node.type] : (node.type ?? []);
  const type = nameType(value);
  return types.includes(type) || (type === "number" && types.includes("integer")) ? node : null;
}

function nameType(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

/** A text is masked before it is cut, so that no half of a secret stays readable. */
function maskText(text: string, { characters }: Cut): string {
  const masked = maskEverySecret(text);
  const count = countCodePoints(masked);
  if (count <= characters) return masked;
  return `${[...masked].slice(0, characters).join("")}… [${count - characters} more characters]`;
}
