import type { Mapping } from "@/app/_ui/form/problems";

export const RECORD_REFUSALS: Mapping = {
  byCode: {
    forbidden: "not_writable",
    version_conflict: "changed_meanwhile",
    not_found: "record_gone",
    room_not_found: "record_gone",
  },
  fields: { content: "text" },
};

export const OUTCOMES = {
  create: "created",
  save: "saved",
  restore: "restored",
  lock: "locked",
  unlock: "unlocked",
  archive: "archived",
  unarchive: "unarchived",
  request: "requested",
  approve: "approved",
  reject: "rejected",
  withdraw: "withdrawn",
} as const;
