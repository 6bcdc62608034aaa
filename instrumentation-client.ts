import { adoptJumps } from "@/app/_ui/page/jumps";
import { noteNavigation } from "@/app/_ui/pending/watch-navigation";
import { tellZone } from "@/app/_ui/shown/zone";

adoptJumps();
tellZone();

/** Next calls this as its router leaves for another page, whichever link, form or key asked for it. */
export function onRouterTransitionStart(url: string): void {
  noteNavigation(url);
}
