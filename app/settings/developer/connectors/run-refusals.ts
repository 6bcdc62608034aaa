import type { Mapping } from "@/app/_ui/form/problems";

export const RUN_REFUSALS: Mapping = {
  byCode: {
    forbidden: "run_forbidden",
    not_found: "run_not_found",
    room_not_found: "run_not_found",
    rate_limit_exceeded: "run_too_fast",
    api_units_exceeded: "units_used_up",
    rate_limit_backend_unavailable: "limits_unavailable",
  },
  byPath: {
    instruction: { field: "instruction", reason: "instruction_invalid" },
    recordId: { field: "recordId", reason: "record_no_board" },
  },
  otherwise: "run_refused",
};
