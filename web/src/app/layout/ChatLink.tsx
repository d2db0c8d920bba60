import { MessageCircle } from "lucide-react";
import { chatLink } from "@/shared/house";

export function ChatLink() {
  return (
    <a className="chat" href={chatLink} target="_blank" rel="noreferrer" aria-label="Chat with us, in a new window">
      <MessageCircle className="ico ico-24" aria-hidden="true" />
    </a>
  );
}
