"use client";

import { type ComponentProps, startTransition } from "react";

interface ActionFormProps extends Omit<ComponentProps<"form">, "action" | "onSubmit"> {
  action: (form: FormData) => void;
}

/** Sent by React where it runs, by the browser where it does not. What was typed stays when the answer is "not like this". */
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
