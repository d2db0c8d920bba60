import { type KeyboardEvent, type ReactNode, useId, useRef } from "react";
import { wrapIndex } from "./wrapIndex";

interface TabsProps {
  label: string;
  tabs: string[];
  current: number;
  onChoose: (index: number) => void;
  children: ReactNode;
}

/** Tabs with arrow key navigation. The children are the panel of the current tab. */
export function Tabs({ label, tabs, current, onChoose, children }: TabsProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const next = wrapIndex(current + step, tabs.length);
    onChoose(next);
    list.current?.querySelectorAll("button")[next]?.focus();
  };
  return (
    <>
      <div ref={list} className="tabs-serif" role="tablist" aria-label={label} onKeyDown={onKeyDown}>
        {tabs.map((tab, index) => (
          <button
            key={tab}
            type="button"
            role="tab"
            id={`${id}-${index}`}
            aria-selected={index === current}
            aria-controls={`${id}-panel`}
            tabIndex={index === current ? 0 : -1}
            onClick={() => onChoose(index)}
          >
            {tab}
          </button>
        ))}
      </div>
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${current}`}>
        {children}
      </div>
    </>
  );
}
