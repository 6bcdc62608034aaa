import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { parseSync } from "@swc/core";

/** `lib/tasks/create.ts#createTask` */
type Place = string;

interface Declaration {
  /** Names it mentions: its module's own, imported ones, and `namespace.member`. */
  mentions: Set<string>;
  /** Literal text, which contains the SQL statements. */
  texts: string[];
}

interface Module {
  declarations: Map<string, Declaration>;
  exported: Set<string>;
  /** Local name → where it comes from; `*` for a namespace. */
  imports: Map<string, { file: string; name: string }>;
}

export interface SourceGraph {
  files: readonly string[];
  /** Exported names of a file; empty for one that is not there. */
  listExports(file: string): string[];
  /** Places that a whole file leads to. */
  reachFrom(file: string): ReadonlySet<Place>;
  /** Places that one declaration leads to, itself included. */
  reach(place: Place): ReadonlySet<Place>;
  /** Literal text of one declaration alone. */
  readTexts(place: Place): readonly string[];
  readMentions(place: Place): readonly string[];
  /** Files that a file imports, except for types alone. */
  listImports(file: string): string[];
  /** The place where a name of this file is declared; null for names from elsewhere. */
  resolve(file: string, mention: string): Place | null;
  listPlaces(): Place[];
}

type Node = Readonly<Record<string, unknown>> & { type: string };

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
}

function readName(value: unknown): string | null {
  return isNode(value) && typeof value["value"] === "string" ? value["value"] : null;
}
const ROOMS = ["app", "inngest", "lib"];

/** Reads calls from the product's own source, by names and imports. Enough for functions that are called by name. */
export function readSourceGraph(root: string): SourceGraph {
  const files = ROOMS.flatMap((room) =>
    readdirSync(join(root, room), { recursive: true, encoding: "utf8" }).map((file) => `${room}/${file}`),
  )
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|\.d\.ts$/.test(file))
    .sort();
  const modules = new Map(files.map((file) => [file, readModule(root, file)]));

  function resolve(file: string, mention: string): Place | null {
    const source = modules.get(file);
    if (source?.declarations.has(mention)) return `${file}#${mention}`;
    const [first = "", member] = mention.split(".");
    const imported = source?.imports.get(first);
    if (!imported) return null;
    return imported.name === "*" ? (member ? `${imported.file}#${member}` : null) : `${imported.file}#${imported.name}`;
  }

  function find(place: Place): Declaration | undefined {
    const [file = "", name = ""] = place.split("#");
    return modules.get(file)?.declarations.get(name);
  }

  function follow(start: Iterable<Place>): Set<Place> {
    const reached = new Set<Place>();
    const waiting = [...start];
    for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
      if (reached.has(place)) continue;
      reached.add(place);
      for (const mention of find(place)?.mentions ?? []) {
        const next = resolve(place.replace(/#.*/, ""), mention);
        if (next) waiting.push(next);
      }
    }
    return reached;
  }

  return {
    files,
    resolve,
    listExports: (file) => [...(modules.get(file)?.exported ?? [])],
    reach: (place) => follow([place]),
    reachFrom: (file) => follow([...(modules.get(file)?.declarations.keys() ?? [])].map((name) => `${file}#${name}`)),
    readTexts: (place) => find(place)?.texts ?? [],
    readMentions: (place) => [...(find(place)?.mentions ?? [])],
    listImports: (file) => [...(modules.get(file)?.imports.values() ?? [])].map((imported) => imported.file),
    listPlaces: () =>
      [...modules].flatMap(([file, { declarations }]) => [...declarations.keys()].map((name) => `${file}#${name}`)),
  };
}

function readModule(root: string, file: string): Module {
  const { body } = parseSync(readFileSync(join(root, file), "utf8"), { syntax: "typescript", tsx: file.endsWith("x") });
  const source: Module = { declarations: new Map(), exported: new Set(), imports: new Map() };
  for (const item of body) {
    if (item.type === "ImportDeclaration") {
      const target = findFile(root, file, item.source.value);
      if (!target || item.typeOnly) continue;
      for (const specifier of item.specifiers) {
        const local = specifier.local.value;
        if (specifier.type === "ImportNamespaceSpecifier") source.imports.set(local, { file: target, name: "*" });
        else if (specifier.type === "ImportSpecifier" && !specifier.isTypeOnly)
          source.imports.set(local, { file: target, name: specifier.imported?.value ?? local });
      }
      continue;
    }
    const isExport = item.type === "ExportDeclaration";
    for (const { name, node } of listDeclared(isExport ? item.declaration : item)) {
      source.declarations.set(name, readDeclaration(node));
      if (isExport) source.exported.add(name);
    }
  }
  return source;
}

/** Nodes without a name (a default export, a statement) count under their kind: a page is reached as a whole. */
function listDeclared(item: unknown): { name: string; node: Node }[] {
  if (!isNode(item)) return [];
  const { declarations } = item;
  if (!Array.isArray(declarations)) return [{ name: readName(item["identifier"]) ?? `(${item.type})`, node: item }];
  return declarations
    .filter(isNode)
    .flatMap((declarator) => listIdentifiers(declarator["id"]).map((name) => ({ name, node: declarator })));
}

function listIdentifiers(pattern: unknown): string[] {
  const names: string[] = [];
  walk(pattern, (node) => {
    if (node.type === "Identifier") names.push(readName(node) ?? "");
  });
  return names;
}

function readDeclaration(declared: Node): Declaration {
  const declaration: Declaration = { mentions: new Set(), texts: [] };
  walk(declared, (node) => {
    const name = readName(node) ?? "";
    if (node.type === "Identifier") declaration.mentions.add(name);
    if (node.type === "StringLiteral") declaration.texts.push(name);
    if (node.type === "TemplateElement") declaration.texts.push(String(node["raw"]));
    if (node.type === "MemberExpression") declaration.mentions.add(nameMember(node));
  });
  return declaration;
}

/** `store.createTask`, and of longer chains the last two: `task.create` of Prisma's. */
function nameMember({ object, property }: Node): string {
  const owner = isNode(object) && object.type === "MemberExpression" ? object["property"] : object;
  return `${readName(owner) ?? "?"}.${readName(property) ?? "?"}`;
}

/** Some nodes, such as arguments, have no type of their own; their contents have. */
function walk(value: unknown, visit: (node: Node) => void): void {
  if (typeof value !== "object" || value === null) return;
  if (isNode(value)) visit(value);
  for (const part of Object.values(value)) walk(part, visit);
}

function findFile(root: string, from: string, specifier: string): string | null {
  const path = specifier.startsWith("@/")
    ? specifier.slice(2)
    : specifier.startsWith(".")
      ? relative(root, join(root, dirname(from), specifier)).replaceAll("\\", "/")
      : null;
  if (path === null) return null;
  return [`${path}.ts`, `${path}.tsx`].find((file) => existsSync(join(root, file))) ?? null;
}
