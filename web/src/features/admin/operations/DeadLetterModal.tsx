import { useId } from "react";
import Modal from "react-bootstrap/Modal";
import { dayAndTime } from "@/shared/format";
import type { DeadLetter } from "./operationsApi";

/** A dead letter with its full error and its payload. */
export function DeadLetterModal({ letter, onClose }: { letter: DeadLetter; onClose: () => void }) {
  const id = useId();
  return (
    <Modal show onHide={onClose} size="lg" centered className="form-sheet" aria-labelledby={id}>
      <Modal.Header closeButton closeLabel="Close">
        <Modal.Title as="h2" id={id}>
          Delivery {letter.id}
        </Modal.Title>
      </Modal.Header>
      <Modal.Body tabIndex={0} className="letter">
        <dl>
          <dt>Event</dt>
          <dd>
            <code>{letter.type}</code>, number {letter.eventId}, position {letter.position}
          </dd>
          <dt>Happened</dt>
          <dd>{dayAndTime(letter.occurredAt)}</dd>
          <dt>Consumer</dt>
          <dd>
            {letter.consumer} of the queue {letter.queue}, {letter.attempts} tries
          </dd>
          <dt>Given up</dt>
          <dd>{dayAndTime(letter.deadAt)}</dd>
        </dl>
        <h3>Error</h3>
        <pre className="err">{letter.error ?? "no error was kept"}</pre>
        <h3>Payload</h3>
        <pre>{JSON.stringify(letter.payload, null, 2)}</pre>
      </Modal.Body>
    </Modal>
  );
}
