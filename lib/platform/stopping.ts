import { shared } from "./shared";

const state = () => shared("stopping", () => ({ isStopping: false }));

/** From now on this process accepts the work that still arrives, and asks for none. */
export function beginStopping(): void {
  state().isStopping = true;
}

export function isStopping(): boolean {
  return state().isStopping;
}
