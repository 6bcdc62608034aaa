export function placeOf(roomId: string, id: string): string {
  const room = `/rooms/${encodeURIComponent(roomId)}`;
  if (id.startsWith("task_")) return `${room}/tasks/${encodeURIComponent(id)}`;
  if (id.startsWith("rec_")) return `${room}/records/${encodeURIComponent(id)}`;
  return id.startsWith("msg_") ? `${room}?message=${encodeURIComponent(id)}#${encodeURIComponent(id)}` : room;
}
