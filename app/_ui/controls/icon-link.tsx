import type { LucideIcon } from "lucide-react";
import type { ComponentProps } from "react";
import { LinkButton } from "./button";

export function IconLink({ icon: Icon, children, ...props }: ComponentProps<typeof LinkButton> & { icon: LucideIcon }) {
  return (
    <LinkButton {...props}>
      <Icon aria-hidden />
      {children}
    </LinkButton>
  );
}
