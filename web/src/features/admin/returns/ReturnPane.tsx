import { ChevronDown, ChevronUp } from "lucide-react";
import type { Return } from "@/shared/orders/returnsApi";
import { ReturnFacts } from "./ReturnFacts";

interface ReturnPaneProps {
  id: number;
  listed: Return | undefined;
  /** Undefined where no return is listed above, or below. */
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
}

/** One return beside the list of returns. */
export function ReturnPane({ id, listed, onPrevious, onNext }: ReturnPaneProps) {
  return (
    <section className="panel return-pane" aria-labelledby="return-title">
      <div className="panel-h">
        <h2 id="return-title" className="num me-auto">
          Return R-{id}
        </h2>
        <button
          type="button"
          className="btn btn-ghost btn-sm"
          aria-label="Return above"
          aria-keyshortcuts="k"
          disabled={!onPrevious}
          onClick={onPrevious}
        >
          <ChevronUp className="ico ico-16" aria-hidden="true" />
          <kbd>K</kbd>
        </button>
        <button
          type="button"
          className="btn btn-ghost btn-sm"
          aria-label="Next return"
          aria-keyshortcuts="j"
          disabled={!onNext}
          onClick={onNext}
        >
          <ChevronDown className="ico ico-16" aria-hidden="true" />
          <kbd>J</kbd>
        </button>
      </div>
      <div className="panel-b">
        <ReturnFacts key={id} id={id} listed={listed} />
      </div>
    </section>
  );
}
