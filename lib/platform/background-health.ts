import { shared } from "./shared";

/** Whether this process runs the background functions in place of an Inngest that does not. */
export interface BackgroundHealth {
  isStandingIn: boolean;
}

export function backgroundHealth(): BackgroundHealth {
  return shared("background-health", () => ({ isStandingIn: false }));
}
