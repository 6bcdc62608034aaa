"use client";

import type { ComponentProps } from "react";
import { ActionForm } from "./action-form";
import type { FormAction } from "./define-action";
import { useForm } from "./use-form";

/** For pages drawn on the server: holds the state of its action, and takes fields and buttons as children. */
export function PageForm({
  action,
  ...props
}: Omit<ComponentProps<typeof ActionForm>, "form"> & { action: FormAction }) {
  const form = useForm(action);
  return <ActionForm form={form} {...props} />;
}
