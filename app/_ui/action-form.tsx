"use client";

import { type ComponentProps, startTransition } from "react";

interface ActionFormProps extends Omit<ComponentProps<"form">, "action" | "onSubmit"> {
  action: (form: FormData) => void;
}

/** Submitted by React, or by the browser without JavaScript. Typed values stay when the action returns an error. */
export function ActionForm({ action, ...props }: ActionFormProps) {
  return (
    <form
      {...props}
      action={action}
      onSubmit={(event) => {
        event.preventDefault();
        const form = new FormData(event.currentTarget, event.nativeEvent.submitter);
        startTransition(() => action(form));
      }}
    />
  );
}
