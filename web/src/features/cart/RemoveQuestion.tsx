import { Sheet } from "@/shared/ui/Sheet";

interface RemoveQuestionProps {
  name: string;
  onKeep: () => void;
  onRemove: () => void;
}

export function RemoveQuestion({ name, onKeep, onRemove }: RemoveQuestionProps) {
  return (
    <Sheet
      title={name}
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
      <p className="mb-0">Are you sure you want to remove this product?</p>
    </Sheet>
  );
}
