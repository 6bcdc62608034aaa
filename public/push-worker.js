// The payload is a Push of lib/notifications/push/write-push.ts. Nothing is cached, and no request passes through here.

self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("push", (event) => {
  const { title, body, path, page } = event.data.json();
  const shown = { body, icon: "/brand/icon-192.png", tag: page, renotify: true, data: { path, page } };
  event.waitUntil(self.registration.showNotification(title, shown));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openPath(event.notification.data));
});

/** A tab that shows the page already goes to the path; a tab that cannot be steered stays as it is. */
async function openPath({ path, page }) {
  const tabs = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const tab = tabs.find(({ url }) => new URL(url).pathname === page);
  const isSteered = tab !== undefined && (await tab.navigate(path).catch(() => null)) !== null;
  await (isSteered ? tab.focus() : self.clients.openWindow(path));
}
