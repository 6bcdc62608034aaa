/** §4: each profile is wider than the one before it. */
export const TOOL_PROFILES = ["read_only", "task_writer", "message_writer"] as const;
export const SESSION_STRATEGIES = ["room", "thread", "record", "user"] as const;
export const NETWORK_MODES = ["private", "tailnet", "public_with_proxy"] as const;
