"use client";

import type { ComponentProps } from "react";
import { ActionForm } from "./action-form";
import type { FormAction } from "./define-action";
import { useForm } from "./use-form";

interface SimpleFormProps extends Omit<ComponentProps<typeof ActionForm>, "form"> {
  action: FormAction;
}

/** A form whose fields need nothing of its state, so that the server can draw them. */
export function SimpleForm({ action, ...props }: SimpleFormProps) {
  return <ActionForm form={useForm(action)} {...props} />;
}
