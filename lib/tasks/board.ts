import { z } from "zod";
import { BOARD_NAME_MAX_LENGTH } from "../platform/limits";
import { text } from "../platform/text";

export interface Board {
  id: string;
  name: string;
}

export const CreateBoard = z.strictObject({ name: text(1, BOARD_NAME_MAX_LENGTH) });
export type CreateBoard = z.output<typeof CreateBoard>;
