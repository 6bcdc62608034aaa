interface Readiness {
  code: 200 | 503;
  body: { status: "ok" | "degraded" | "not ready"; checks: Record<string, string> };
}

/**
 * A silent Inngest does not take the process out of service: requests are answered, and Inngest must reach us to
 * recover.
 */
export function describeReadiness(checks: Readonly<Record<string, string>>, isStandingIn: boolean): Readiness {
  const isReady = Object.values(checks).every((result) => result === "ok");
  const background = isStandingIn ? "Inngest does not run the functions; this process runs them" : "ok";
  const status = isStandingIn ? "degraded" : "ok";
  return {
    code: isReady ? 200 : 503,
    body: { status: isReady ? status : "not ready", checks: { ...checks, background } },
  };
}
