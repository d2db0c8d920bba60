import { pluralize, wholeNumber } from "@/shared/format";
import type { RowProblem } from "./importsApi";

interface RowProblemsProps {
  problems: RowProblem[];
  count: number;
  label: string;
  /** The heading of the messages. */
  heading?: string;
  /** The word for one of them. */
  word?: string;
}

/** The errors or notes of the file, with row numbers as in the spreadsheet. */
export function RowProblems({ problems, count, label, heading = "What is wrong", word = "fault" }: RowProblemsProps) {
  const hasColumns = problems.some(({ column }) => column);
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <section className="rows-box" aria-label={label} tabIndex={0}>
        <table className="list-t plain">
          <thead>
            <tr>
              <th scope="col" className="r">
                Row
              </th>
              {hasColumns && <th scope="col">Column</th>}
              <th scope="col">{heading}</th>
            </tr>
          </thead>
          <tbody>
            {problems.map(({ row, column, message }) => (
              <tr key={`${row} ${column} ${message}`}>
                <td className="r n">{wholeNumber(row)}</td>
                {hasColumns && <td className="n">{column || "The whole row"}</td>}
                <td>{message}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {count > problems.length && (
        <p className="muted small-note">
          The first {wholeNumber(problems.length)} of {pluralize(count, word)}.
        </p>
      )}
    </>
  );
}
