import type { FormAction } from "@/app/_ui/form/define-action";
import type { ChangeProblem, ChangeResult } from "../changes/changed-message";
import type { PostResult } from "../outbox/run-post";

export interface TextPlace {
  roomId: string;
  /** Name the place in its forms. */
  fields: Readonly<Record<string, string>>;
  /** Names one text of the place in a form. */
  idField: "messageId" | "commentId";
  post: FormAction<PostResult>;
  save: FormAction<ChangeResult>;
  remove: FormAction<ChangeResult>;
  pathOf: (textId: string) => string;
  words: {
    edit: string;
    delete: string;
    /** The label of the field in which a text is edited. */
    text: string;
    save: string;
    explain: (problem: ChangeProblem) => string;
  };
}

/** A form for an action of the place, sent by script: the page stays. */
export function fillForm({ fields }: TextPlace, more: Readonly<Record<string, string>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...fields, ...more })) form.set(name, value);
  return form;
}
