import { SectionError } from "@/features/storefront/account/SectionError";
import { errorText } from "@/shared/api/errors";
import { type Subject, useChooseMailsMutation, useGetNotificationsQuery } from "@/shared/api/notifications";
import { refusalText, useDevice } from "@/shared/push/useDevice";

const rows: { subject: Subject; name: string; about: string }[] = [
  { subject: "orders", name: "Orders", about: "Packed, shipped, delivered, cancelled" },
  { subject: "payments", name: "Payments", about: "Reminders, payment received" },
  { subject: "wishlist", name: "Wishlist", about: "Price moves and back in stock" },
];

/** The choice of notifications, by mail and on this device. */
export function Notifications() {
  const { data, error: loadError, refetch } = useGetNotificationsQuery(undefined, { refetchOnFocus: true });
  const [chooseMails, { error, isLoading }] = useChooseMailsMutation();
  const device = useDevice(data?.pushKey);
  const isOffered = Boolean(data?.pushKey);
  const note = !data
    ? ""
    : !isOffered
      ? "This shop shows no notifications on devices. We write to you by mail."
      : !device.isSupported
        ? refusalText.unsupported
        : device.refusal
          ? refusalText[device.refusal]
          : device.isDenied
            ? refusalText.denied
            : "";

  // While a choice is being saved, its switch ignores input. It is not disabled, so that it keeps the focus.
  const onMail = (choice: Parameters<typeof chooseMails>[0]) => {
    if (!isLoading) void chooseMails(choice);
  };
  const onDevice = (subject: Subject, isWanted: boolean) => {
    if (!device.isBusy) void device.choose(subject, isWanted);
  };

  return (
    <section className="acct-sec" id="notifications" tabIndex={-1} aria-label="News by mail and on this device">
      <h2>Notifications</h2>
      <p className="sub">
        What we tell you, and where. Every mail of a kind that you can switch off has a link that does it.
      </p>
      <div className="panel overflow-hidden">
        <table className="notif">
          <thead>
            <tr>
              <th scope="col">Subject</th>
              <th scope="col">Mail</th>
              <th scope="col">This device</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ subject, name, about }) => (
              <tr key={subject}>
                <th scope="row">
                  {name}
                  <small>{about}</small>
                </th>
                <td>
                  <Toggle
                    label={`${name}, by mail`}
                    isOn={data?.mails.includes(subject) ?? false}
                    isDisabled={!data}
                    isBusy={isLoading}
                    onChange={(isWanted) => onMail({ subject, isWanted })}
                  />
                </td>
                <td>
                  <Toggle
                    label={`${name}, on this device`}
                    isOn={device.subjects?.includes(subject) ?? false}
                    isDisabled={!isOffered || !device.isSupported || device.isLoading}
                    isBusy={device.isBusy}
                    onChange={(isWanted) => onDevice(subject, isWanted)}
                  />
                </td>
              </tr>
            ))}
            <tr>
              <th scope="row">
                Newsletter
                <small>New pieces, about once a month</small>
              </th>
              <td>
                <Toggle
                  label="Newsletter, by mail"
                  isOn={data?.hasNewsletter ?? false}
                  isDisabled={!data}
                  isBusy={isLoading}
                  onChange={(isWanted) => onMail({ isNewsletter: true, isWanted })}
                />
              </td>
              <td>
                <span className="always">No</span>
              </td>
            </tr>
            <tr>
              <th scope="row">
                Codes, invoices and refunds
                <small>Cannot be switched off</small>
              </th>
              <td>
                <span className="always">Always</span>
              </td>
              <td>
                <span className="always">No</span>
              </td>
            </tr>
          </tbody>
        </table>
      </div>
      {loadError && !data && <SectionError error={loadError} onRetry={() => void refetch()} />}
      <p className="small muted notif-note" role="status">
        {error ? (
          errorText(error)
        ) : (
          <>
            {data?.newsletterAsked && <span>Please confirm by the link in our mail. </span>}
            {note && <span>{note}</span>}
          </>
        )}
      </p>
    </section>
  );
}

interface ToggleProps {
  label: string;
  isOn: boolean;
  isDisabled: boolean;
  isBusy: boolean;
  onChange: (isOn: boolean) => void;
}

const Toggle = ({ label, isOn, isDisabled, isBusy, onChange }: ToggleProps) => (
  <span className="tog">
    <input
      type="checkbox"
      role="switch"
      aria-label={label}
      aria-checked={isOn}
      checked={isOn}
      disabled={isDisabled}
      aria-disabled={isBusy}
      onChange={(event) => onChange(event.target.checked)}
    />
  </span>
);
