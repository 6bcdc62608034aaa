export function showCurrentLink(nav: HTMLElement): void {
  const column = nav.closest("aside");
  const link = nav.querySelector("[aria-current=page]");
  if (!column || !link) return;
  const top = link.getBoundingClientRect().top - column.getBoundingClientRect().top;
  if (top < 0 || top > column.clientHeight - 64) column.scrollTop += top - column.clientHeight / 2;
}
