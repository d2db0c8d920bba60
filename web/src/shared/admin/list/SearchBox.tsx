import { Search } from "lucide-react";
import { useCallback, useEffect, useRef, useState } from "react";

const pause = 250;

interface SearchBoxProps {
  label: string;
  placeholder: string;
  search: string;
  onSearch: (search: string) => void;
}

/** Updates the URL after a pause in typing or at Enter, which leaves the field, and follows changes of the URL. */
export function SearchBox({ label, placeholder, search, onSearch }: SearchBoxProps) {
  const [text, setText] = useState(search);
  const sent = useRef(search);
  useEffect(() => {
    if (search === sent.current) return;
    sent.current = search;
    setText(search);
  }, [search]);
  const send = useCallback(() => {
    const wanted = text.trim();
    if (wanted === sent.current) return;
    sent.current = wanted;
    onSearch(wanted);
  }, [text, onSearch]);
  useEffect(() => {
    const timer = setTimeout(send, pause);
    return () => clearTimeout(timer);
  }, [send]);
  return (
    <div className="srch">
      <Search aria-hidden="true" />
      <input
        className="form-control"
        type="search"
        maxLength={500}
        placeholder={placeholder}
        aria-label={label}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          send();
          event.currentTarget.blur();
        }}
      />
    </div>
  );
}
