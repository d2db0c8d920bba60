import { Search } from "lucide-react";
import { useEffect, useRef, useState } from "react";

const pause = 250;

interface SearchBoxProps {
  label: string;
  placeholder: string;
  search: string;
  onSearch: (search: string) => void;
}

/** Updates the URL after a pause in typing, and follows changes of the URL. */
export function SearchBox({ label, placeholder, search, onSearch }: SearchBoxProps) {
  const [text, setText] = useState(search);
  const sent = useRef(search);
  useEffect(() => {
    if (search === sent.current) return;
    sent.current = search;
    setText(search);
  }, [search]);
  useEffect(() => {
    const wanted = text.trim();
    if (wanted === sent.current) return;
    const timer = setTimeout(() => {
      sent.current = wanted;
      onSearch(wanted);
    }, pause);
    return () => clearTimeout(timer);
  }, [text, onSearch]);
  return (
    <div className="srch">
      <Search aria-hidden="true" />
      <input
        className="form-control"
        type="search"
        placeholder={placeholder}
        aria-label={label}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </div>
  );
}
