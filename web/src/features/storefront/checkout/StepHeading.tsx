interface StepHeadingProps {
  id: string;
  number: number;
  title: string;
}

/** The heading of a numbered part of the checkout. */
export const StepHeading = ({ id, number, title }: StepHeadingProps) => (
  <div className="step-h">
    <span className="no" aria-hidden="true">
      {number}
    </span>
    <h2 id={id} tabIndex={-1}>
      {title}
    </h2>
  </div>
);
