import { Modal } from "react-bootstrap";
import { shortcutGroups } from "./shortcuts";

interface ShortcutsHelpProps {
  open: boolean;
  onClose: () => void;
}

/** Lists all keyboard shortcuts by group. */
export function ShortcutsHelp({ open, onClose }: ShortcutsHelpProps) {
  return (
    <Modal show={open} onHide={onClose} centered scrollable className="keys-sheet" aria-labelledby="keys-title">
      <Modal.Header closeButton closeLabel="Close">
        <Modal.Title as="h2" id="keys-title">
          Keys
        </Modal.Title>
      </Modal.Header>
      <Modal.Body tabIndex={0}>
        {shortcutGroups.map(({ name, keys }) => (
          <section key={name} aria-label={name}>
            <h3>{name}</h3>
            <dl>
              {keys.map(({ keys: pressed, does }) => (
                <div key={does}>
                  <dt>{does}</dt>
                  <dd>
                    {pressed.map((key) => (
                      <kbd key={key}>{key}</kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </Modal.Body>
      <Modal.Footer>
        <span className="muted me-auto">Keys are off while you type in a field, except with Ctrl.</span>
        <button type="button" className="btn btn-line btn-sm" onClick={onClose}>
          Close <kbd>Esc</kbd>
        </button>
      </Modal.Footer>
    </Modal>
  );
}
