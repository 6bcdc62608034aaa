"use client";

import { LoaderCircle } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { LinkButton } from "@/app/_ui/button";
import { pathOfRoom } from "@/app/rooms/_frame/paths";

interface OlderMessagesProps {
  roomId: string;
  oldestId: string;
  isLoading: boolean;
  onWanted: () => void;
}

/** Loads older messages when scrolled into view. Keyboards get a button, pages without JavaScript a link. */
export function OlderMessages({ roomId, oldestId, isLoading, onWanted }: OlderMessagesProps) {
  const t = useTranslations("messages");
  const line = useRef<HTMLDivElement>(null);
  const wanted = useRef(onWanted);
  useEffect(() => {
    wanted.current = onWanted;
  });
  useEffect(() => {
    if (!line.current) return;
    // Loading may leave the sentinel in view, so it is observed again for each oldest message.
    void oldestId;
    const watch = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) wanted.current();
    });
    watch.observe(line.current);
    return () => watch.disconnect();
  }, [oldestId]);
  return (
    <div ref={line} className="flex justify-center py-2">
      <LinkButton
        size="small"
        href={`${pathOfRoom(roomId)}?before=${oldestId}`}
        prefetch={false}
        onClick={(event) => {
          event.preventDefault();
          onWanted();
        }}
        aria-disabled={isLoading}
      >
        {isLoading ? <LoaderCircle aria-hidden className="animate-spin motion-reduce:hidden" /> : null}
        {t("older")}
      </LinkButton>
    </div>
  );
}
