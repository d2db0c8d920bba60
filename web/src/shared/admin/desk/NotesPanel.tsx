import { type FormEvent, type KeyboardEvent, useId, useState } from "react";
import { Avatar } from "@/shared/admin/Avatar";
import { useAdminMeQuery } from "@/shared/admin/adminMeApi";
import { Panel } from "@/shared/admin/Panel";
import { useMay } from "@/shared/admin/permissions";
import { errorText } from "@/shared/api/errors";
import { dayMonth, timeOfDay } from "@/shared/format";
import { LoadError } from "@/shared/ui/LoadError";
import { type Note, useAddOrderNoteMutation, useOrderNotesQuery } from "./deskApi";
import { useNoteDraft } from "./useNoteDraft";

const longest = 2000;

/** The panel with the notes of an order. */
export function NotesPanel({ orderId }: { orderId: number }) {
  const { data: { notes } = {} } = useOrderNotesQuery(orderId);
  return (
    <Panel
      title="Notes"
      beside={notes && notes.length > 0 && <span className="sub num">{notes.length}</span>}
      className="notes"
    >
      <Notes orderId={orderId} />
    </Panel>
  );
}

/** The notes of staff about an order, the oldest first, and a field for the next note unless the order was erased. */
export function Notes({ orderId }: { orderId: number }) {
  const { data: { notes, isErased } = {}, error, refetch } = useOrderNotesQuery(orderId);
  const { data: me } = useAdminMeQuery();
  const mayWrite = useMay("add_order_note");
  return (
    <>
      {!notes && error && <LoadError title="The notes could not be loaded" error={error} onRetry={refetch} />}
      {notes?.length === 0 && <p className="panel-b muted mb-0">No notes yet. Only staff read them.</p>}
      {notes && notes.length > 0 && (
        <ol className="thread">
          {notes.map((note) => (
            <NoteItem key={note.id} note={note} isMine={note.adminId !== null && note.adminId === me?.id} />
          ))}
        </ol>
      )}
      {mayWrite && !isErased && <WriteNote key={orderId} orderId={orderId} />}
    </>
  );
}

function NoteItem({ note, isMine }: { note: Note; isMine: boolean }) {
  return (
    <li className={isMine ? "mine" : undefined}>
      <Avatar name={note.writtenBy} title="" />
      <div>
        <div className="by">
          <b>{note.writtenBy}</b>{" "}
          <time dateTime={note.at}>
            {dayMonth(note.at)}, {timeOfDay(note.at)}
          </time>
        </div>
        <p>{note.text}</p>
      </div>
    </li>
  );
}

function WriteNote({ orderId }: { orderId: number }) {
  const id = useId();
  const { text, setText, clear } = useNoteDraft(`order ${orderId}`);
  const [problem, setProblem] = useState<string>();
  const [addNote, { isLoading }] = useAddOrderNoteMutation();
  const save = async () => {
    if (isLoading) return;
    if (!text.trim()) return setProblem("Write something first.");
    const { error } = await addNote({ orderId, text });
    setProblem(error ? errorText(error) : undefined);
    if (!error) clear(text);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    void save();
  };
  return (
    <form
      className="write"
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void save();
      }}
    >
      <label className="visually-hidden" htmlFor={id}>
        Write a note
      </label>
      <textarea
        id={id}
        className="form-control"
        rows={2}
        maxLength={longest}
        placeholder="Write a note. Only staff read it."
        value={text}
        aria-invalid={problem !== undefined}
        aria-describedby={problem ? `${id}-problem` : undefined}
        onChange={(event) => {
          setText(event.target.value);
          setProblem(undefined);
        }}
        onKeyDown={onKeyDown}
      />
      <div className="f">
        {problem && (
          <span id={`${id}-problem`} className="bad small" role="alert">
            {problem}
          </span>
        )}
        <button type="submit" className="btn btn-line btn-sm" disabled={isLoading}>
          Add note <kbd>Ctrl Enter</kbd>
        </button>
      </div>
    </form>
  );
}
