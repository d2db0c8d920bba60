import type { LiveSocket } from "@/app/realtime";
import type { AppStore } from "@/app/store";
import { type OwnLook, type PresenceState, presenceLost } from "@/shared/admin/presence/presenceSlice";

/** In milliseconds. A page that is silent for 7 s counts as gone; the server reads at most 20 messages in 10 s. */
const repeatEvery = 3000;
const sendAtMostEvery = 700;

const ownLook = (store: AppStore): OwnLook | null => (store.getState() as unknown as PresenceState).presence.own;

/** Reports to the server over the socket what this page shows, and repeats the report every few seconds. */
export function sharePresence(store: AppStore, socket: LiveSocket): () => void {
  let sent: OwnLook | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const send = () => {
    timer = undefined;
    if (!socket.connected) return;
    sent = ownLook(store);
    socket.emit("look", sent);
  };
  const onChange = () => {
    if (ownLook(store) !== sent) timer ??= setTimeout(send, sendAtMostEvery);
  };
  const repetition = setInterval(() => ownLook(store) && !timer && send(), repeatEvery);
  const unsubscribe = store.subscribe(onChange);
  socket.on("caught_up", send);
  socket.on("resync", send);
  socket.on("disconnect", () => {
    sent = null;
    store.dispatch(presenceLost());
  });
  return () => {
    clearInterval(repetition);
    clearTimeout(timer);
    unsubscribe();
  };
}
