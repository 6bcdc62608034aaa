import type { Growth } from "./growth.js";

export interface Row {
  id: string;
  at: string;
  requestId: string;
  billingEntityId: string | null;
  number: number;
  transactionId: string;
}

export interface Line {
  format?: string;
  key?: string;
  handovers?: string[];
  checkpoint?: string;
  covers?: string;
  area?: string | null;
  rows?: number;
  grownFrom?: Growth;
  nodes?: Record<string, string>;
  index?: number;
  salt?: string;
  row?: Row;
  unproved?: string;
  id?: string;
  at?: string;
  transactionId?: string;
  end?: number;
}

export function readLine(text: string): Line | null {
  try {
    const line = JSON.parse(text) as Line | null;
    return typeof line === "object" ? line : null;
  } catch {
    return null;
  }
}
