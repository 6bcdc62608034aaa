import type { FormAction } from "@/app/_ui/form/define-action";
import type { ChangeProblem, ChangeResult } from "../changes/changed-message";
import type { PostResult } from "../outbox/run-post";

export interface TextPlace {
  roomId: string;
  fields: Readonly<Record<string, string>>;
  idField: "messageId" | "commentId";
  post: FormAction<PostResult>;
  save: FormAction<ChangeResult>;
  remove: FormAction<ChangeResult>;
  pathOf: (textId: string) => string;
  words: {
    edit: string;
    delete: string;
    text: string;
    save: string;
    explain: (problem: ChangeProblem) => string;
  };
}

export function fillForm({ fields }: TextPlace, more: Readonly<Record<string, string>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...fields, ...more })) form.set(name, value);
  return form;
}
