import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, posix } from "node:path";
import { parseSync } from "@swc/core";

/** `lib/tasks/create.ts#createTask` */
export type Place = string;

export interface Declaration {
  file: string;
  isClass: boolean;
  isExported: boolean;
  /** Names it mentions: its module's own, imported ones, and `namespace.member`. */
  mentions: Set<string>;
  /** Literal text, which contains the SQL statements. */
  texts: string[];
}

export interface SourceFile {
  /** `use client` or `use server`; empty without one. */
  directive: string;
  /** Files and packages that it imports, except for types alone. */
  targets: Set<string>;
  /** Local name → where it comes from; `*` for a namespace. */
  names: Map<string, { file: string; name: string }>;
}

export interface SourceGraph {
  files: ReadonlyMap<string, SourceFile>;
  places: ReadonlyMap<Place, Declaration>;
  /** Places that these lead to, themselves included. */
  reach(start: Iterable<Place>, follows?: (next: Place) => boolean): Set<Place>;
  /** The place where a name of this file is declared; null for names from elsewhere. */
  resolve(file: string, mention: string): Place | null;
}

type Node = Readonly<Record<string, unknown>> & { type: string };

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
}

function readName(value: unknown): string | null {
  return isNode(value) && typeof value["value"] === "string" ? value["value"] : null;
}

/** Reads calls from the product's own source, by names and imports. Enough for functions that are called by name. */
export function readSourceGraph(): SourceGraph {
  const files = new Map<string, SourceFile>();
  const places = new Map<Place, Declaration>();
  for (const room of ["app", "inngest", "lib"])
    for (const name of readdirSync(room, { recursive: true, encoding: "utf8" })) {
      const file = `${room}/${name.replaceAll("\\", "/")}`;
      if (/\.tsx?$/.test(file) && !/\.(test|cases)\.tsx?$|\.d\.ts$/.test(file)) files.set(file, readFile(file, places));
    }

  function resolve(file: string, mention: string): Place | null {
    if (places.has(`${file}#${mention}`)) return `${file}#${mention}`;
    const [first = "", member] = mention.split(".");
    const imported = files.get(file)?.names.get(first);
    if (!imported) return null;
    if (imported.name !== "*") return `${imported.file}#${imported.name}`;
    return member ? `${imported.file}#${member}` : null;
  }

  function reach(start: Iterable<Place>, follows: (next: Place) => boolean = () => true): Set<Place> {
    const reached = new Set(start);
    // Places that are added meanwhile come too.
    for (const place of reached)
      for (const mention of places.get(place)?.mentions ?? []) {
        const next = resolve(place.replace(/#.*/, ""), mention);
        if (next && follows(next)) reached.add(next);
      }
    return reached;
  }

  return { files, places, reach, resolve };
}

function readFile(file: string, places: Map<Place, Declaration>): SourceFile {
  const { body } = parseSync(readFileSync(file, "utf8"), { syntax: "typescript", tsx: file.endsWith("x") });
  const [first] = body;
  const directive = first?.type === "ExpressionStatement" ? (readName(first.expression) ?? "") : "";
  const source: SourceFile = { directive, targets: new Set(), names: new Map() };
  for (const item of body) {
    if (item.type === "ImportDeclaration") {
      const names = item.specifiers.filter((specifier) => !("isTypeOnly" in specifier && specifier.isTypeOnly));
      if (item.typeOnly || (names.length === 0 && item.specifiers.length > 0)) continue;
      const target = findFile(file, item.source.value);
      source.targets.add(target ?? item.source.value);
      for (const specifier of target ? names : []) {
        const local = specifier.local.value;
        if (specifier.type === "ImportNamespaceSpecifier") source.names.set(local, { file: target ?? "", name: "*" });
        else if (specifier.type === "ImportSpecifier")
          source.names.set(local, { file: target ?? "", name: specifier.imported?.value ?? local });
      }
      continue;
    }
    const isExported = item.type === "ExportDeclaration";
    for (const { name, node } of listDeclared(isExported ? item.declaration : item))
      places.set(`${file}#${name}`, readDeclaration(node, { file, isExported }));
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

function readDeclaration(declared: Node, where: Pick<Declaration, "file" | "isExported">): Declaration {
  const isClass = declared.type === "ClassDeclaration";
  const declaration: Declaration = { ...where, isClass, mentions: new Set(), texts: [] };
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

function findFile(from: string, specifier: string): string | null {
  if (!/^(@\/|\.)/.test(specifier)) return null;
  const path = specifier.startsWith("@/") ? specifier.slice(2) : posix.join(dirname(from), specifier);
  return [`${path}.ts`, `${path}.tsx`].find((file) => existsSync(file)) ?? null;
}
