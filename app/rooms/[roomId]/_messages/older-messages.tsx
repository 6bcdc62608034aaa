"use client";

import { LoaderCircle } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { LinkButton } from "@/app/_ui/button";
import { pathOfRoom } from "../../_frame/paths";

interface OlderMessagesProps {
  roomId: string;
  oldestId: string;
  isLoading: boolean;
  onWanted: () => void;
}

/** At the top of the thread: scrolled into sight it reads on by itself; a keyboard has its button, and a page without JavaScript its link. */
export function OlderMessages({ roomId, oldestId, isLoading, onWanted }: OlderMessagesProps) {
  const t = useTranslations("messages");
  const line = useRef<HTMLDivElement>(null);
  const wanted = useRef(onWanted);
  useEffect(() => {
    wanted.current = onWanted;
  });
  useEffect(() => {
    if (!line.current) return;
    // What was read may leave it in sight: each oldest message is watched anew.
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
