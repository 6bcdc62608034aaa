import type { z } from "zod";
import type { Caller } from "../access/caller";
import type { Scope } from "../access/scopes";
import type { Transaction } from "../platform/db";
import type { ErrorCode } from "../platform/errors";

/** The names between braces of a path, as a type: a parameter that the path lacks does not compile. */
export type Params<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? { readonly [K in Name]: string } & Params<Rest>
  : unknown;

interface Declaration<Path extends string, Access> {
  path: Path;
  operationId: string;
  summary: string;
  scope: Scope;
  units: number;
  /** Codes that this endpoint can answer beyond those of every endpoint. */
  errors: readonly ErrorCode[];
  /** Statuses that a code has at this endpoint beside its own. */
  alsoAnswers?: readonly (readonly [status: number, code: ErrorCode])[];
  /** Gate 4: finds what the path names and proves that the caller may see it. */
  access: (caller: Caller, params: Params<Path>) => Promise<Access>;
}

export interface ReadDeclaration<Path extends string, Access, Query extends z.ZodObject, Output extends z.ZodType>
  extends Declaration<Path, Access> {
  method: "GET";
  query: Query;
  response: { status: 200; schema: Output };
  run: (context: {
    access: Access;
    caller: Caller;
    params: Params<Path>;
    query: z.output<Query>;
  }) => Promise<z.input<Output>>;
}

export interface WriteDeclaration<
  Path extends string,
  Access,
  Body extends z.ZodType,
  Output extends z.ZodType,
  Prepared = undefined,
> extends Declaration<Path, Access> {
  method: "POST" | "PATCH";
  body: Body;
  response: { status: 200 | 201; schema: Output };
  /** Slow work before the transaction. It may run twice: `run` decides whether its result counts. */
  prepare?: (access: Access) => Promise<Prepared>;
  run: (context: {
    access: Access;
    /** The person who writes, or for whom an agent does. */
    userId: string;
    params: Params<Path>;
    body: z.output<Body>;
    prepared: Prepared;
    tx: Transaction;
  }) => Promise<z.input<Output>>;
}

/** A POST whose effect is outside the database (an outgoing request). Any actor may request it: no body, no write burst. */
export interface ActionDeclaration<Path extends string, Access, Output extends z.ZodType>
  extends Declaration<Path, Access> {
  method: "POST";
  response: { status: 200; schema: Output };
  /** Commits the intent before the effect; the receipt names it. */
  begin: (context: { access: Access; tx: Transaction }) => Promise<string>;
  run: (receipt: string) => Promise<z.input<Output>>;
  /** The outcome of an action that was begun, possibly by another process after a crash. null: there is none yet. */
  recall: (receipt: string) => Promise<z.input<Output> | null>;
}

/** The input of a handler. */
export interface EndpointContext {
  caller: Caller;
  access: unknown;
  params: Record<string, string>;
}

interface EndpointBase {
  path: string;
  operationId: string;
  summary: string;
  scope: Scope;
  units: number;
  errors: readonly ErrorCode[];
  alsoAnswers?: readonly (readonly [status: number, code: ErrorCode])[];
  response: { status: 200 | 201; schema: z.ZodType };
  open: (caller: Caller, params: Record<string, string>) => Promise<unknown>;
}

/**
 * A declaration with its own types closed over: the form in which the registry, the router and the pipeline hold
 * endpoints of every kind. What `open` made meets `run` again only through here, so nothing is cast outside this file.
 */
export type ReadEndpoint = EndpointBase & {
  kind: "read";
  method: "GET";
  query: z.ZodObject;
  run: (context: EndpointContext & { query: unknown }) => Promise<unknown>;
};
export type WriteEndpoint = EndpointBase & {
  kind: "write";
  method: "POST" | "PATCH";
  body: z.ZodType;
  prepare: (access: unknown) => Promise<unknown>;
  run: (
    context: Omit<EndpointContext, "caller"> & { userId: string; body: unknown; prepared: unknown; tx: Transaction },
  ) => Promise<unknown>;
};
export type ActionEndpoint = EndpointBase & {
  kind: "action";
  method: "POST";
  begin: (context: { access: unknown; tx: Transaction }) => Promise<string>;
  run: (receipt: string) => Promise<unknown>;
  recall: (receipt: string) => Promise<unknown>;
};
export type Endpoint = ReadEndpoint | WriteEndpoint | ActionEndpoint;

export function read<const Path extends string, Access, Query extends z.ZodObject, Output extends z.ZodType>(
  declaration: ReadDeclaration<Path, Access, Query, Output>,
): ReadEndpoint {
  return {
    ...declaration,
    kind: "read",
    open: (caller, params) => declaration.access(caller, params as Params<Path>),
    run: ({ access, caller, params, query }) =>
      declaration.run({
        access: access as Access,
        caller,
        params: params as Params<Path>,
        query: query as z.output<Query>,
      }),
  };
}

export function write<
  const Path extends string,
  Access,
  Body extends z.ZodType,
  Output extends z.ZodType,
  Prepared = undefined,
>({ prepare, ...declaration }: WriteDeclaration<Path, Access, Body, Output, Prepared>): WriteEndpoint {
  return {
    ...declaration,
    kind: "write",
    open: (caller, params) => declaration.access(caller, params as Params<Path>),
    prepare: async (access) => prepare?.(access as Access),
    run: ({ access, userId, params, body, prepared, tx }) =>
      declaration.run({
        access: access as Access,
        userId,
        params: params as Params<Path>,
        body: body as z.output<Body>,
        prepared: prepared as Prepared,
        tx,
      }),
  };
}

export function action<const Path extends string, Access, Output extends z.ZodType>(
  declaration: ActionDeclaration<Path, Access, Output>,
): ActionEndpoint {
  return {
    ...declaration,
    kind: "action",
    open: (caller, params) => declaration.access(caller, params as Params<Path>),
    begin: ({ access, tx }) => declaration.begin({ access: access as Access, tx }),
  };
}
