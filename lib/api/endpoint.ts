import type { z } from "zod";
import type { Caller } from "../access/caller";
import type { Scope } from "../access/scopes";
import type { Transaction } from "../db/transaction";
import type { AppError, ErrorCode, Issue } from "../platform/errors";
import type { BurstGroup } from "../usage/burst";

export type Params<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? { readonly [K in Name]: string } & Params<Rest>
  : unknown;

interface Declaration<Path extends string, Access> {
  path: Path;
  operationId: string;
  summary: string;
  scope: Scope;
  units: number;
  since?: string;
  errors: readonly ErrorCode[];
  alsoAnswers?: readonly (readonly [status: number, code: ErrorCode])[];
  access: (caller: Caller, params: Params<Path>) => Promise<Access>;
}

interface ReadDeclaration<Path extends string, Access, Query extends z.ZodObject, Output extends z.ZodType>
  extends Declaration<Path, Access> {
  method: "GET";
  query: Query;
  checkQuery?: (context: { query: z.output<Query>; caller: Caller; params: Params<Path> }) => Issue | null;
  response: { status: 200; schema: Output };
  run: (context: {
    access: Access;
    caller: Caller;
    params: Params<Path>;
    query: z.output<Query>;
  }) => Promise<z.input<Output>>;
}

interface WriteDeclaration<Path extends string, Access, Body extends z.ZodType, Output extends z.ZodType, Prepared>
  extends Declaration<Path, Access> {
  method: "POST" | "PATCH";
  body: Body;
  response: { status: 200 | 201; schema: Output };
  /** `run` writes by shared statements alone, as `shareTransaction` asks, and prepares nothing. */
  sharesTransaction?: true;
  /** Slow work before the transaction. It may run twice: `run` decides whether its result counts. */
  prepare?: (access: Access) => Promise<Prepared>;
  run: (context: {
    access: Access;
    userId: string;
    params: Params<Path>;
    body: z.output<Body>;
    prepared: Prepared;
    tx: Transaction;
  }) => Promise<z.input<Output>>;
}

interface ActionDeclaration<Path extends string, Access, Output extends z.ZodType> extends Declaration<Path, Access> {
  method: "POST";
  response: { status: 200; schema: Output };
  /** Commits the intent before the effect. The receipt names it. */
  begin: (context: { access: Access; tx: Transaction }) => Promise<string>;
  run: (receipt: string) => Promise<z.input<Output>>;
  /** The outcome of an action that was begun, possibly by a process that crashed. null: there is none yet. */
  recall: (receipt: string) => Promise<z.input<Output> | null>;
}

type Method<Member> = Member extends (...values: infer Values) => infer Result
  ? { call(...values: Values): Result }["call"]
  : Member;
/**
 * The registry, the router and the pipeline hold endpoints of every kind without their own types. Nothing is cast, and
 * only the output of `access` reaches `run`.
 */
type Held<Declared> = { [Name in keyof Declared]: Method<Declared[Name]> };

export type ReadEndpoint = Held<ReadDeclaration<string, unknown, z.ZodObject, z.ZodType>> & { kind: "read" };
export type WriteEndpoint = Held<WriteDeclaration<string, unknown, z.ZodType, z.ZodType, unknown>> & { kind: "write" };
export type ActionEndpoint = Held<ActionDeclaration<string, unknown, z.ZodType>> & { kind: "action" };
export type Endpoint = ReadEndpoint | WriteEndpoint | ActionEndpoint;

export function read<const Path extends string, Access, Query extends z.ZodObject, Output extends z.ZodType>(
  declaration: ReadDeclaration<Path, Access, Query, Output>,
): ReadEndpoint {
  return { ...declaration, kind: "read" };
}

export function write<
  const Path extends string,
  Access,
  Body extends z.ZodType,
  Output extends z.ZodType,
  Prepared = undefined,
>(declaration: WriteDeclaration<Path, Access, Body, Output, Prepared>): WriteEndpoint {
  return { ...declaration, kind: "write" };
}

export function action<const Path extends string, Access, Output extends z.ZodType>(
  declaration: ActionDeclaration<Path, Access, Output>,
): ActionEndpoint {
  return { ...declaration, kind: "action" };
}

export type CheckInput = (output: Record<string, unknown>) => Issue | null;

export interface Invocation {
  params: Record<string, string>;
  problem: AppError | null;
  units: number;
  group: BurstGroup;
  /** §4: On `/v1` only people write; through tools an agent writes for its person. */
  mayAgentWrite: boolean;
  idempotencyKey: string | null;
  readQuery: (schema: z.ZodObject, check: CheckInput) => Record<string, unknown>;
  readBody: (schema: z.ZodType) => unknown;
}

export interface EndpointContext {
  caller: Caller;
  access: unknown;
  params: Record<string, string>;
}

export interface Outcome {
  status: number;
  body: string;
  isReplay: boolean;
}
