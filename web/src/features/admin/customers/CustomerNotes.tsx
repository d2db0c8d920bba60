import { type FormEvent, useId, useState } from "react";
import { useNoteDraft } from "@/shared/admin/desk/useNoteDraft";
import { initials } from "@/shared/admin/initials";
import { useMay } from "@/shared/admin/permissions";
import { errorText } from "@/shared/api/errors";
import { dayAndTime } from "@/shared/format";
import { LoadError } from "@/shared/ui/LoadError";
import { Problem } from "@/shared/ui/Problem";
import { type CustomerRecord, useAddCustomerNoteMutation, useCustomerNotesQuery } from "./customerRecordApi";

const maxLength = 2000;

/** The notes of staff about a customer; updated live. Notes about a deleted account are refused. */
export function CustomerNotes({ record: { id: customerId, isDeleted } }: { record: CustomerRecord }) {
  const id = useId();
  const mayWrite = useMay("add_customer_note") && !isDeleted;
  const { data, error, refetch } = useCustomerNotesQuery(customerId);
  return (
    <section className="panel" aria-labelledby={id}>
      <div className="panel-h">
        <h2 id={id}>Notes</h2>
        {data && data.length > 0 && <span className="ph-sub">{data.length}</span>}
      </div>
      {!data && error && <LoadError title="Notes could not be loaded" error={error} onRetry={refetch} />}
      {data?.length === 0 && <p className="none">None yet. Only staff read them.</p>}
      {data && data.length > 0 && (
        <ul className="record-notes">
          {data.map((note) => (
            <li key={note.id}>
              <span className="ava" aria-hidden="true">
                {initials(note.writtenBy)}
              </span>
              <div>
                <div className="by">
                  <b>{note.writtenBy}</b> {dayAndTime(note.at)}
                </div>
                <p>{note.text}</p>
              </div>
            </li>
          ))}
        </ul>
      )}
      {mayWrite && <WriteNote key={customerId} customerId={customerId} />}
    </section>
  );
}

function WriteNote({ customerId }: { customerId: number }) {
  const id = useId();
  const [add, { isLoading }] = useAddCustomerNoteMutation();
  const { text, setText, clear } = useNoteDraft(`customer ${customerId}`);
  const [problem, setProblem] = useState<string>();
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (!text.trim()) return setProblem("Write what the others should know.");
    const { error } = await add({ customerId, text: text.trim() });
    setProblem(error ? errorText(error) : undefined);
    if (!error) clear(text);
  };
  return (
    <form className="write" noValidate onSubmit={(event) => void save(event)}>
      <label className="visually-hidden" htmlFor={`${id}-text`}>
        Note
      </label>
      <textarea
        id={`${id}-text`}
        className="form-control"
        rows={2}
        maxLength={maxLength}
        placeholder="Write a note. Only staff read it."
        value={text}
        aria-invalid={problem !== undefined}
        aria-describedby={problem ? `${id}-problem` : undefined}
        onChange={({ target }) => setText(target.value)}
      />
      <Problem id={`${id}-problem`} text={problem} className="bad small mb-0" />
      <button type="submit" className="btn btn-line btn-sm" disabled={isLoading}>
        Add note
      </button>
    </form>
  );
}
