const REACHED_PX = 140;

export function showCurrentLink(nav: HTMLElement): void {
  const column = nav.closest("aside");
  const link = nav.querySelector("[aria-current=page]");
  if (!column || !link) return;
  const top = link.getBoundingClientRect().top - column.getBoundingClientRect().top;
  if (top < 0 || top > column.clientHeight - 64) column.scrollTop += top - column.clientHeight / 2;
}

export function followScroll(nav: HTMLElement): void {
  const links = [...nav.querySelectorAll<HTMLAnchorElement>('a[href^="#"]')];
  let isWaiting = false;
  const mark = (): void => {
    isWaiting = false;
    const current = findCurrent(links);
    for (const link of links) {
      if (link === current) link.setAttribute("aria-current", "location");
      else link.removeAttribute("aria-current");
    }
    if (current) keepInView(nav, current);
  };
  const note = (): void => {
    if (!nav.isConnected) window.removeEventListener("scroll", note);
    else if (!isWaiting) {
      isWaiting = true;
      requestAnimationFrame(mark);
    }
  };
  window.addEventListener("scroll", note, { passive: true });
  mark();
}

function findCurrent(links: readonly HTMLAnchorElement[]): HTMLAnchorElement | undefined {
  const shown = links.flatMap((link) => {
    const part = document.getElementById(decodeURIComponent(link.hash.slice(1)));
    return part && part.offsetParent !== null ? [{ link, topPx: part.getBoundingClientRect().top }] : [];
  });
  const { scrollHeight, clientHeight, scrollTop } = document.documentElement;
  const isAtEnd = scrollTop > 0 && scrollTop + clientHeight >= scrollHeight - 2;
  const reached = isAtEnd ? shown : shown.filter(({ topPx }) => topPx < REACHED_PX);
  return (reached.at(-1) ?? shown[0])?.link;
}

/** Scrolls the list alone: `scrollIntoView` would move the page too. */
function keepInView(nav: HTMLElement, link: HTMLElement): void {
  const [box, entry] = [nav.getBoundingClientRect(), link.getBoundingClientRect()];
  if (entry.top < box.top) nav.scrollTop -= box.top - entry.top;
  else if (entry.bottom > box.bottom) nav.scrollTop += entry.bottom - box.bottom;
}
