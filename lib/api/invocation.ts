import type { z } from "zod";
import type { BurstGroup } from "../usage/burst";

/** What an endpoint is asked, and on which terms: by a request to its path, or by a call of its tool. */
export interface Invocation {
  /** What the path names. Behind the scope's gate: a tool call may lack them. */
  readParams: () => Record<string, string> | Promise<Record<string, string>>;
  units: number;
  group: BurstGroup;
  /** On `/v1` only people write; through tools an agent writes for its person. */
  mayAgentWrite: boolean;
  idempotencyKey: string | null;
  /** Called behind the burst gate; what does not fit the schema is a `validation_error`. */
  readQuery: (schema: z.ZodObject) => unknown;
  readBody: (schema: z.ZodType) => unknown;
}

/** What came of it. */
export interface Outcome {
  status: number;
  body: string;
  /** The stored result of a write that was made before. */
  isReplay: boolean;
}
