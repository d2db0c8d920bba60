import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import { YourData } from "@/features/storefront/account/yourData/YourData";
import { useGetAddressesQuery } from "@/shared/api/addresses";
import { isFirstLoad } from "@/shared/api/queryState";
import { useCustomerMeQuery } from "@/shared/api/session";
import type { AuthUser } from "@/shared/api/types";
import { useHeldFocus } from "@/shared/hooks/useHeldFocus";
import { usePageTitle } from "@/shared/hooks/usePageTitle";
import { SignInsPanel } from "@/shared/session/SignInsPanel";
import { useExistingDraft } from "@/shared/session/useFormDraft";
import { useSignOut } from "@/shared/session/useSignOut";
import { Breadcrumbs } from "@/shared/ui/Breadcrumbs";
import { focusElement } from "@/shared/ui/focusElement";
import { Link } from "@/shared/ui/Link";
import { EmailConfirmationNotice } from "./EmailConfirmationNotice";
import { useEmailConfirmationQuery } from "./emailConfirmationApi";
import { Notifications } from "./Notifications";
import { PasswordSection } from "./PasswordSection";
import { ProfileForm } from "./ProfileForm";
import { ProfileNav } from "./ProfileNav";
import { SavedAddresses } from "./SavedAddresses";

export function ProfilePage({ user }: { user: AuthUser }) {
  usePageTitle("Profile");
  // Another device may have changed it, or confirmed an address; refetching updates the stored shopper.
  useCustomerMeQuery(undefined, { refetchOnMountOrArgChange: true, refetchOnFocus: true });
  useEmailConfirmationQuery(undefined, { refetchOnFocus: true });
  const addresses = useGetAddressesQuery(user.id);
  useShowNamedPart(!isFirstLoad(addresses));
  const { leave, isLeaving } = useSignOut();
  const [isEditing, setEditing] = useState(useExistingDraft(user.id) !== undefined);
  const [wasToggled, setToggled] = useState(false);
  const toggle = (isOpen: boolean) => {
    setEditing(isOpen);
    setToggled(true);
  };
  const heading = useRef<HTMLHeadingElement>(null);
  const holder = useHeldFocus(() => heading.current);
  const facts = [
    ["Name", user.name],
    ["Email", user.email],
    ["Phone", user.phone],
  ];
  return (
    <div className="wrap profile">
      <Breadcrumbs here="Profile" />
      <div className="page-title">
        <h1>Profile</h1>
        <div className="acct-ways">
          <Link className="btn btn-line btn-sm" to="/my-orders">
            My Orders
          </Link>
          <button type="button" className="btn btn-line btn-sm" disabled={isLeaving} onClick={leave}>
            Sign out
          </button>
        </div>
      </div>
      <div className="acct">
        <ProfileNav />
        <div>
          <section className="acct-sec" id="details" aria-labelledby="details-title" {...holder}>
            <h2 id="details-title" ref={heading} tabIndex={-1}>
              Details
            </h2>
            {isEditing ? (
              <ProfileForm user={user} takesFocus={wasToggled} onDone={() => toggle(false)} />
            ) : (
              <div className="panel p-4">
                <dl>
                  {facts.map(([name, value]) => (
                    <div key={name}>
                      <dt>{name}</dt>
                      <dd>{value || "Not Provided"}</dd>
                    </div>
                  ))}
                </dl>
                <EmailConfirmationNotice />
                <button
                  ref={wasToggled ? focusElement : undefined}
                  type="button"
                  className="btn btn-line mt-3"
                  onClick={() => toggle(true)}
                >
                  Edit your details
                </button>
              </div>
            )}
          </section>
          <PasswordSection user={user} />
          <SavedAddresses user={user} />
          <Notifications />
          <SignInsPanel person="customer" />
          <YourData />
        </div>
      </div>
    </div>
  );
}

/** Scrolls to the part that a link names, with the focus on it, once the addresses above it are loaded. */
function useShowNamedPart(isLoaded: boolean) {
  const { hash } = useLocation();
  useEffect(() => {
    if (!isLoaded || !hash) return;
    const part = document.getElementById(hash.slice(1));
    part?.scrollIntoView({ block: "start" });
    part?.focus({ preventScroll: true });
  }, [hash, isLoaded]);
}
