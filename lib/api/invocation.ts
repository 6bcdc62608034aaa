import type { z } from "zod";
import type { AppError } from "../platform/errors";
import type { BurstGroup } from "../usage/burst";

/** One call of an endpoint on its way through the gates: a request to its path, or a call of its tool. */
export interface Invocation {
  /** The ids in the path. */
  params: Record<string, string>;
  /** Why the arguments of a tool call lack them. */
  problem: AppError | null;
  units: number;
  group: BurstGroup;
  /** On `/v1` only people write; through tools an agent writes for its person. */
  mayAgentWrite: boolean;
  idempotencyKey: string | null;
  /** Called behind the burst gate. Input that does not fit the schema is a `validation_error`. */
  readQuery: (schema: z.ZodObject) => Record<string, unknown>;
  readBody: (schema: z.ZodType) => unknown;
}

export interface Outcome {
  status: number;
  body: string;
  /** The stored result of an earlier write. */
  isReplay: boolean;
}
