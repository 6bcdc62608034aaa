import { BURST_SCOPES, type BurstScope } from "../usage/burst";
import type { Refusal } from "./refusal";

export function readAxis(scope: string): BurstScope | "other" {
  return BURST_SCOPES.find((axis) => axis === scope) ?? "other";
}

export function readRefusalValues({ values }: Refusal, nameAxis: (scope: string) => string) {
  const text = (name: string) => {
    const value = values[name];
    return value === undefined || Array.isArray(value) ? "?" : String(value);
  };
  return {
    scope: text("requiredScope"),
    resource: text("resource"),
    limit: text("limit"),
    version: text("currentVersion"),
    axis: nameAxis(text("scope")),
  };
}
