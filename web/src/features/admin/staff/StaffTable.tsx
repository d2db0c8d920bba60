import { Clock, Shield, ShieldCheck } from "lucide-react";
import type { ReactNode } from "react";
import { useDispatch } from "react-redux";
import { confirmed } from "@/shared/admin/confirm/confirmed";
import { initials } from "@/shared/admin/initials";
import { ago } from "@/shared/admin/orders/age";
import type { StaffOut } from "@/shared/api/schema";
import { dayAndTime, dayMonth } from "@/shared/format";
import { useNow } from "@/shared/hooks/useNow";
import { failureShown, toastShown } from "@/shared/toasts/toastsSlice";
import {
  type Invitation,
  type Member,
  type Role,
  useChangeMemberMutation,
  useSendInvitationAgainMutation,
  useWithdrawInvitationMutation,
} from "./staffApi";

interface StaffTableProps {
  staff: StaffOut;
  meId: number | undefined;
  onEdit: (member: Member) => void;
}

/** All members of staff, then the open invitations. */
export function StaffTable({ staff, meId, onEdit }: StaffTableProps) {
  const { members, invitations, secondFactorRequiredFrom: requiredFrom } = staff;
  const active = members.filter(({ disabledAt }) => !disabledAt);
  const owners = active.filter(({ roles }) => roles.includes("owner"));
  return (
    <section className="panel" aria-label="Staff">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className="scroll" tabIndex={0} aria-label="Members of staff">
        <table className="staff-t">
          <thead>
            <tr>
              <th scope="col">Person</th>
              <th scope="col">Roles</th>
              <th scope="col">Second factor</th>
              <th scope="col">Last seen</th>
              <th scope="col">State</th>
              <th scope="col">
                <span className="visually-hidden">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {active.map((member) => (
              <MemberRow
                key={member.id}
                member={member}
                isMe={member.id === meId}
                requiredFrom={requiredFrom}
                isLastOwner={owners.length === 1 && owners[0]?.id === member.id}
                onEdit={onEdit}
              />
            ))}
            {invitations.map((invitation) => (
              <InvitationRow key={`invitation ${invitation.id}`} invitation={invitation} />
            ))}
            {members
              .filter(({ disabledAt }) => disabledAt)
              .map((member) => (
                <MemberRow
                  key={member.id}
                  member={member}
                  isMe={false}
                  isLastOwner={false}
                  requiredFrom={null}
                  onEdit={onEdit}
                />
              ))}
          </tbody>
        </table>
      </section>
      <div className="undertable">
        <span role="status">
          {active.length} active, {invitations.length} invited, {members.length - active.length} disabled
        </span>
        <span>Disabling ends sign-ins and open pages within a second</span>
      </div>
    </section>
  );
}

interface MemberRowProps {
  member: Member;
  isMe: boolean;
  isLastOwner: boolean;
  /** The time from which everyone needs a second factor; null if nobody needs one. */
  requiredFrom: string | null;
  onEdit: (member: Member) => void;
}

function MemberRow({ member, isMe, isLastOwner, requiredFrom, onEdit }: MemberRowProps) {
  const now = useNow();
  const tell = useTold();
  const [change, { isLoading }] = useChangeMemberMutation();
  const { id, name, email, disabledAt, disabledBy, lastSeenAt } = member;
  const onSwitch = async () => {
    const says = ["Their sign-ins and open pages end at once."];
    if (!disabledAt && !(await confirmed({ title: `Disable ${name}?`, says, action: "Disable" }))) return;
    tell(await change({ id, disabled: !disabledAt }), `${name} is ${disabledAt ? "enabled" : "disabled"}`);
  };
  const onRemoveFactor = async () => {
    const title = `Remove the second factor of ${name}?`;
    if (!(await confirmed({ title, says: ["Do so only when their phone is lost."], action: "Remove" }))) return;
    tell(await change({ id, withoutSecondFactor: true }), `The second factor of ${name} is removed`);
  };
  const isHere = lastSeenAt !== null && now - Date.parse(lastSeenAt) < hereFor && !disabledAt;
  return (
    <Row
      name={name}
      beside={isMe && "you"}
      under={email}
      roles={member.roles}
      isGone={Boolean(disabledAt)}
      factor={<Factor member={member} isMe={isMe} onRemove={() => void onRemoveFactor()} />}
      seen={isHere ? <span className="live">now</span> : lastSeenAt ? ago(lastSeenAt, now) : "never"}
      state={
        disabledAt ? (
          `Disabled by ${disabledBy ?? "the operator"}, ${dayMonth(disabledAt)}`
        ) : requiredFrom && !member.secondFactorSince ? (
          <span className="bad">asked to set it up by {dayMonth(requiredFrom)}</span>
        ) : (
          "Active"
        )
      }
    >
      {isLastOwner && <span className="sub">the last owner stays</span>}
      {!disabledAt && (
        <button type="button" className="btn btn-ghost btn-sm" onClick={() => onEdit(member)}>
          Edit<span className="visually-hidden"> roles of {name}</span>
        </button>
      )}
      {!isLastOwner && (
        <button type="button" className="btn btn-ghost btn-sm" disabled={isLoading} onClick={() => void onSwitch()}>
          {disabledAt ? "Enable" : "Disable"}
          <span className="visually-hidden"> {name}</span>
        </button>
      )}
    </Row>
  );
}

function Factor({ member, isMe, onRemove }: { member: Member; isMe: boolean; onRemove: () => void }) {
  if (!member.secondFactorSince)
    return (
      <span className="sub">
        <Shield className="ico ico-14" aria-hidden="true" /> off
      </span>
    );
  return (
    <>
      <span className="good">
        <ShieldCheck className="ico ico-14" aria-hidden="true" /> on
      </span>{" "}
      {!isMe && (
        <button type="button" className="aslink sub" onClick={onRemove}>
          Remove<span className="visually-hidden"> the second factor of {member.name}</span>
        </button>
      )}
    </>
  );
}

/** In milliseconds: a session is marked as seen once a minute. */
const hereFor = 120_000;
const hour = 3_600_000;

function InvitationRow({ invitation }: { invitation: Invitation }) {
  const now = useNow();
  const tell = useTold();
  const [send, { isLoading: isSending }] = useSendInvitationAgainMutation();
  const [withdraw, { isLoading: isWithdrawing }] = useWithdrawInvitationMutation();
  const { id, email, invitedBy, sentAt, expiresAt } = invitation;
  // Right after sending, the shared clock is older than the invitation.
  const hours = Math.ceil((Date.parse(expiresAt) - Math.max(now, Date.parse(sentAt))) / hour);
  return (
    <Row
      name={email}
      under={`invited by ${invitedBy}, ${dayAndTime(sentAt)}`}
      roles={invitation.roles}
      factor={<span className="sub">after sign-in</span>}
      seen="never"
      state={
        <span className="link-state">
          <Clock className="ico ico-14" aria-hidden="true" />
          {hours > 0 ? `Link good for ${hours} h` : "Link has ended"}
        </span>
      }
    >
      <button
        type="button"
        className="btn btn-ghost btn-sm"
        disabled={isSending}
        onClick={async () => tell(await send(id), `A new link is on its way to ${email}`)}
      >
        Send again<span className="visually-hidden"> to {email}</span>
      </button>
      <button
        type="button"
        className="btn btn-ghost btn-sm"
        disabled={isWithdrawing}
        onClick={async () => tell(await withdraw(id), `The invitation of ${email} is taken back`)}
      >
        Take back<span className="visually-hidden"> the invitation of {email}</span>
      </button>
    </Row>
  );
}

interface RowProps {
  name: string;
  beside?: ReactNode;
  under: string;
  roles: Role[];
  factor: ReactNode;
  seen: ReactNode;
  state: ReactNode;
  isGone?: boolean;
  children: ReactNode;
}

function Row({ name, beside, under, roles, factor, seen, state, isGone, children }: RowProps) {
  return (
    <tr className={isGone ? "gone" : undefined}>
      <td>
        <div className="who-cell">
          <span className="ava" aria-hidden="true">
            {initials(name)}
          </span>
          <div>
            <b>{name}</b> {beside && <span className="sub">{beside}</span>}
            <div className="sub">{under}</div>
          </div>
        </div>
      </td>
      <td>
        <span className="scopes roles">
          {roles.map((role) => (
            <i key={role} className={`r-${role}`}>
              {role}
            </i>
          ))}
        </span>
      </td>
      <td>{factor}</td>
      <td className="n sub">{seen}</td>
      <td>{state}</td>
      <td className="r">{children}</td>
    </tr>
  );
}

/** Returns a function that shows a toast with the result of a change. */
function useTold() {
  const dispatch = useDispatch();
  return ({ error }: { error?: unknown }, done: string) =>
    dispatch(error ? failureShown(error) : toastShown("success", done));
}
