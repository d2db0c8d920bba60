import { useSearchParams } from "react-router";
import { errorText } from "@/shared/api/errors";
import { useSwitchOffMailsMutation } from "@/shared/api/notifications";
import { usePageTitle } from "@/shared/hooks/usePageTitle";
import { Link } from "@/shared/ui/Link";
import { SubmitButton } from "@/shared/ui/SubmitButton";

const words: Record<string, string> = {
  orders: "news of your orders",
  payments: "reminders of payments",
  wishlist: "news of what you wait for",
};

/** Target of the links that switch mails off. Mail scanners open links, so only the button acts. */
export function UnsubscribePage() {
  usePageTitle("Stop these mails");
  const [params] = useSearchParams();
  const [switchOff, { isLoading, isSuccess, error }] = useSwitchOffMailsMutation();
  const subject = params.get("subject") ?? "";
  const token = params.get("token") ?? "";
  const about = words[subject] ?? "this";
  return (
    <div className="wrap section text-center">
      <h1>{isSuccess ? "Done" : "Stop these mails?"}</h1>
      <p className="muted" role="status">
        {isSuccess
          ? `You get no more mails with ${about}. Invoices, refunds and codes are still sent.`
          : error
            ? errorText(error, "Not saved. Please try again.")
            : `We then write no more mails with ${about}. Invoices, refunds and codes are still sent.`}
      </p>
      {!isSuccess && (
        <form
          className="mb-3"
          onSubmit={(event) => {
            event.preventDefault();
            void switchOff({ subject, token });
          }}
        >
          <SubmitButton busy={isLoading}>Stop these mails</SubmitButton>
        </form>
      )}
      <Link className="textlink" to="/profile">
        All notifications on your Profile
      </Link>
    </div>
  );
}
