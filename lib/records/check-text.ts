import { z } from "zod";
import { countCodePoints, hasLineBreak, isBlank, isStorable } from "../platform/characters";
import { checkInput } from "../platform/check-input";
import { invalid } from "../platform/errors";
import { APPROVAL_COMMENT_MAX_LENGTH, RECORD_CONTENT_MAX_LENGTH, RECORD_TITLE_MAX_LENGTH } from "../platform/limits";

function field(max: number, tooLong: string, unreadable: string) {
  return z
    .string()
    .refine((text) => countCodePoints(text) <= max, tooLong)
    .refine(isStorable, unreadable);
}

const Save = z.object({
  title: field(RECORD_TITLE_MAX_LENGTH, "title_too_long", "title_unreadable")
    .refine((title) => !isBlank(title), "title_missing")
    .refine((title) => isBlank(title) || !hasLineBreak(title), "title_lines"),
  content: field(RECORD_CONTENT_MAX_LENGTH, "content_too_long", "content_unreadable"),
});
export type RecordText = z.output<typeof Save>;

export const SAVE_REASONS = [
  "title_missing",
  "title_lines",
  "title_too_long",
  "title_unreadable",
  "content_too_long",
  "content_unreadable",
] as const;

const Comment = field(APPROVAL_COMMENT_MAX_LENGTH, "comment_too_long", "comment_unreadable");

export const COMMENT_REASONS = ["comment_missing", "comment_too_long", "comment_unreadable"] as const;

export function checkText(input: RecordText): RecordText {
  return checkInput(Save, input);
}

export function checkContent(content: string): string {
  return checkInput(Save.shape.content, content, "content");
}

export function checkComment(comment: string, { isRequired }: { isRequired: boolean }): string | null {
  const text = checkInput(Comment, comment.trim(), "comment");
  if (text === "" && isRequired) throw invalid([{ path: "comment", message: "comment_missing" }]);
  return text || null;
}
