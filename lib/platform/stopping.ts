import { shared } from "./shared";

const state = () => shared("stopping", () => ({ isStopping: false }));

export function beginStopping(): void {
  state().isStopping = true;
}

export function isStopping(): boolean {
  return state().isStopping;
}
