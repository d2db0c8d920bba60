import { lazy, type ReactNode, Suspense } from "react";

const Sheet = lazy(() => import("./Sheet").then((file) => ({ default: file.Sheet })));

interface RemoveQuestionProps {
  title: string;
  /** The question. */
  children: ReactNode;
  onKeep: () => void;
  onRemove: () => void;
}

export function RemoveQuestion({ title, children, onKeep, onRemove }: RemoveQuestionProps) {
  return (
    <Suspense>
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
    </Suspense>
  );
}
