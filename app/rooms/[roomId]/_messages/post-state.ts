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

export type PostResult = { kind: "posted"; messageId: string } | { kind: "unsent"; problem: PostProblem; body: string };
