import { ENV_NAMES } from "../../lib/platform/env";

/** The system's own variables and these, for a child process: neither the machine's settings nor the tests' reach it. */
export function makeChildEnv(variables: Record<string, string>): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !ENV_NAMES.includes(name));
  return { ...Object.fromEntries(inherited), NODE_ENV: "production", SVC_LOG_LEVEL: "warn", ...variables };
}
