import type { ReactNode } from "react";
import { Sheet } from "./Sheet";

interface RemoveQuestionProps {
  title: string;
  /** The question. */
  children: ReactNode;
  onKeep: () => void;
  onRemove: () => void;
}

export function RemoveQuestion({ title, children, onKeep, onRemove }: RemoveQuestionProps) {
  return (
    <Sheet
      title={title}
      size="sm"
      onClose={onKeep}
      footer={
        <>
          <button type="button" className="btn btn-line" onClick={onKeep}>
            Keep it
          </button>
          <button type="button" className="btn btn-primary" onClick={onRemove}>
            Remove
          </button>
        </>
      }
    >
      <p className="mb-0">{children}</p>
    </Sheet>
  );
}
