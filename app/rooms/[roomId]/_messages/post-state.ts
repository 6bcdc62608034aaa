export type PostProblem =
  | "empty"
  | "too_long"
  | "unreadable"
  | "guest"
  | "gone"
  | "reply_gone"
  | "signed_out"
  | "too_fast"
  | "failed"
  | "network";

export type PostState =
  | { kind: "idle" }
  | { kind: "posted"; messageId: string }
  | { kind: "refused"; problem: PostProblem; body: string };
