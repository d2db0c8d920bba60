import { MessageCircle } from "lucide-react";
import { useSyncExternalStore } from "react";
import { useLocation } from "react-router";
import { useGetContactQuery } from "@/shared/api/contact";
import { chatAddress, chatSubject } from "@/shared/chat";
import { Link } from "@/shared/ui/Link";

/** The chat button. On a phone it is the last quick link, so that it does not cover any price. */
export function ChatLink() {
  const { data } = useGetContactQuery();
  const address = chatAddress(data?.chatNumber, chatSubject(useLocation(), useDocumentTitle()));
  const content = (
    <>
      <MessageCircle className="ico ico-24" aria-hidden="true" />
      <span>Chat</span>
    </>
  );
  if (!data?.chatNumber) {
    return (
      <Link className="chat" to={address} aria-label="Chat with us, by the contact form">
        {content}
      </Link>
    );
  }
  return (
    <a className="chat" href={address} target="_blank" rel="noreferrer" aria-label="Chat with us, in a new window">
      {content}
    </a>
  );
}

/** The document's title, which each page sets. */
const useDocumentTitle = () => useSyncExternalStore(onTitleChange, readTitle, () => "");
const readTitle = () => document.title;

function onTitleChange(onChange: () => void) {
  const observer = new MutationObserver(onChange);
  observer.observe(document.head, { childList: true, characterData: true, subtree: true });
  return () => observer.disconnect();
}
