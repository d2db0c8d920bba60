import { MessageCircle } from "lucide-react";
import { chatLink } from "@/shared/house";

/** Floats in the corner; on a phone it is the last of the quick links, so that it lies on no amount. */
export function ChatLink() {
  return (
    <a className="chat" href={chatLink} target="_blank" rel="noreferrer" aria-label="Chat with us, in a new window">
      <MessageCircle className="ico ico-24" aria-hidden="true" />
      <span>Chat</span>
    </a>
  );
}
