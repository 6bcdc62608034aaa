import { z } from "zod";
import type { Scope } from "../../access/scopes";
import type { TextHit } from "./collect-texts";
import { cutSnippet } from "./search-terms";
import type { TextKind } from "./text-kinds";

/** Comments are the workspace's alone. */
const SCOPES = {
  message: "messages:read",
  task: "tasks:read",
  record: "records:read",
  file: "files:read",
} as const satisfies Partial<Record<TextKind, Scope>>;

const KINDS = ["message", "task", "record", "file"] as const;

export function listKindsOf(scopes: ReadonlySet<string>): TextKind[] {
  return KINDS.filter((kind) => scopes.has(SCOPES[kind]));
}

export const SearchResult = z
  .object({
    id: z.string(),
    kind: z.enum(KINDS).meta({ "x-svc-values": "searchKind" }),
    roomId: z.string(),
    title: z.string().nullable().meta({ description: "null for a message" }),
    excerpt: z.string().meta({ description: "At most 202 characters around the first word found" }),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: "SearchResult" });

export function presentResult({ id, kind, roomId, title, body, at }: TextHit, terms: readonly string[]) {
  const excerpt = cutSnippet(body, terms)
    .map((part) => part.text)
    .join("");
  return { id, kind: z.enum(KINDS).parse(kind), roomId, title, excerpt, createdAt: at };
}
