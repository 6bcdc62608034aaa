import { z } from "zod";
import type { AppError } from "@/lib/platform/errors";

const REFUSALS = [
  "connector_disabled",
  "tool_profile",
  "shared_room",
  "external_workspace_derived",
  "record_missing",
  "record_no_board",
  "instruction_invalid",
  "forbidden",
  "not_found",
  "rate_limit_exceeded",
  "api_units_exceeded",
  "rate_limit_backend_unavailable",
  "refused",
] as const;
type Refusal = (typeof REFUSALS)[number];

export interface RunRefusal {
  refusal: Refusal;
  /** In English, as a program gets it: where there are no better words. */
  message: string;
}

const Reason = z.object({ reason: z.enum(REFUSALS) });
const Issues = z.object({ issues: z.tuple([z.object({ path: z.string() })], z.unknown()) });
const BY_PATH: Partial<Record<string, Refusal>> = { instruction: "instruction_invalid", recordId: "record_no_board" };
const isKnown = (code: string): code is Refusal => (REFUSALS as readonly string[]).includes(code);

/** Why a run was not begun, in a form that the screen has words for. */
export function readRefusal({ code, message, details }: AppError): RunRefusal {
  const reason = Reason.safeParse(details).data?.reason;
  const path = Issues.safeParse(details).data?.issues[0].path ?? "";
  const found = code === "room_not_found" ? "not_found" : code;
  return { refusal: reason ?? BY_PATH[path] ?? (isKnown(found) ? found : "refused"), message };
}
