import { shared } from "./shared";

const state = () => shared("stopping", () => ({ isStopping: false }));

/** From now on this process takes what still comes and asks for nothing more. */
export function beginStopping(): void {
  state().isStopping = true;
}

export function isStopping(): boolean {
  return state().isStopping;
}
