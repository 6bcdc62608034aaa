"use client";

import { TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { FieldError } from "@/app/_ui/form/field";
import { useFieldError } from "@/app/_ui/form/use-form";
import { Checkbox } from "@/app/_ui/input";

interface WarningProps {
  id: "acceptsPublic" | "acceptsProxy";
  isAccepted: boolean;
  children: ReactNode;
}

function Warning({ id, isAccepted, children }: WarningProps) {
  const t = useTranslations("connectorForms");
  const error = useFieldError(id);
  return (
    <div className="grid gap-2 rounded-control border border-warn/30 bg-warn-soft p-3 text-dense">
      <p className="flex gap-2.5 text-warn">
        <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
        <span className="text-pretty">{children}</span>
      </p>
      <label className="flex gap-2.5 font-medium">
        <Checkbox
          id={id}
          name={id}
          defaultChecked={isAccepted}
          aria-describedby={error ? `${id}-error` : undefined}
          className="mt-0.5"
        />
        {t(`${id}.accept`)}
      </label>
      <FieldError id={id} />
    </div>
  );
}

interface NetworkWarningsProps {
  isPublic: boolean;
  isProxied: boolean;
  /** The token would travel readable. */
  isPlain: boolean;
  accepted: { public: boolean; proxy: boolean };
}

export function NetworkWarnings({ isPublic, isProxied, isPlain, accepted }: NetworkWarningsProps) {
  const t = useTranslations("connectorForms");
  return (
    <div className="grid gap-3 empty:hidden">
      {isPublic ? (
        <Warning id="acceptsPublic" isAccepted={accepted.public}>
          {t("acceptsPublic.text")} {isPlain ? t("acceptsPublic.plain") : null}
        </Warning>
      ) : null}
      {isProxied ? (
        <Warning id="acceptsProxy" isAccepted={accepted.proxy}>
          {t("acceptsProxy.text")}
        </Warning>
      ) : null}
    </div>
  );
}
