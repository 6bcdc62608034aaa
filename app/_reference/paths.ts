import { REFERENCE_PATH } from "@/lib/docs/operation-page";

const PATHS = { docs: REFERENCE_PATH, settings: "/settings/developer/api-reference" } as const;
export type ReferenceFrame = keyof typeof PATHS;

export function pathOfReference(frame: ReferenceFrame): string {
  return PATHS[frame];
}

export function pathOfOperation(frame: ReferenceFrame, operationId: string): string {
  return `${PATHS[frame]}/${operationId}`;
}
