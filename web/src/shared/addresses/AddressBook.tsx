import { MapPin, Minus, Plus } from "lucide-react";
import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import type { Address, AuthUser } from "@/shared/api/types";
import { useExistingDraft } from "@/shared/session/useFormDraft";
import { ConfirmRemoveDialog } from "@/shared/ui/ConfirmRemoveDialog";
import { EmptyState } from "@/shared/ui/EmptyState";
import { focusElement } from "@/shared/ui/focusElement";
import { AddressCard, type AddressChoice } from "./AddressCard";
import { AddressFields, part } from "./AddressFields";
import { type AddressForm, namesOf } from "./addressRules";
import { useAddresses } from "./useAddresses";

interface AddressBookProps {
  user: AuthUser;
  addresses: Address[];
  /** Set if an address must be chosen. The form then opens automatically if there is none. */
  choice?: AddressChoice;
  /** Shown while an address is saved. */
  whileSaving?: ReactNode;
}

/** A shopper's addresses with forms to add, edit and remove them. One form is open at a time. */
export function AddressBook({ user, addresses, choice, whileSaving }: AddressBookProps) {
  const typed = useExistingDraft(user.id, part);
  const [open, setOpen] = useState<"new" | Address | null>(typed ? ((typed.subject as Address | null) ?? "new") : null);
  const [closed, setClosed] = useState<number | "new">();
  // Where the edited address stands in the list.
  const [place, setPlace] = useState(0);
  const [asked, setAsked] = useState<Address>();
  const [isNewTyped, setNewTyped] = useState(false);
  // Drafts of forms that were closed without saving.
  const drafts = useRef(new Map<number | "new", AddressForm>());
  const book = useRef<HTMLDivElement>(null);
  const { add, change, remove, isSaving, isRemoving } = useAddresses(user.id);
  const edited = addresses.find(({ id }) => typeof open === "object" && open?.id === id);
  // The form of an address that another window has removed stays, with what was typed.
  const removed = typeof open === "object" && !edited ? open : null;
  const shown = removed ? addresses.toSpliced(place, 0, removed) : addresses;
  const isFirst = shown.length === 0;
  const isAdding = open === "new" || (isFirst && choice !== undefined);

  const onEditing = choice?.onEditing;
  const editing = edited?.id ?? (removed || (isAdding && isNewTyped) ? "new" : undefined);
  useEffect(() => onEditing?.(editing), [onEditing, editing]);

  const onTyped = useCallback((form: number | "new", values: AddressForm | undefined) => {
    if (values) drafts.current.set(form, values);
    else drafts.current.delete(form);
    if (form === "new") setNewTyped(values !== undefined);
  }, []);

  const show = (form: typeof open) => {
    setOpen(form);
    setClosed(undefined);
    if (typeof form === "object" && form) setPlace(addresses.indexOf(form));
  };
  // The button that opened the form gets the focus back; of a new address it is its own button.
  const close = (form: number | "new", focused = form) => {
    drafts.current.delete(form);
    setOpen(null);
    setClosed(focused);
  };
  const onAdd = async (form: AddressForm) => {
    const { data, error } = await add(form);
    if (!data) return error;
    choice?.onSelect(data.id);
    close("new", data.id);
    return undefined;
  };
  const onChange = (address: Address) => async (form: AddressForm, opened: AddressForm) => {
    const { error } = await change(address, form, opened);
    if (error) return error;
    close(address.id);
    return undefined;
  };
  const onRemove = async (address: Address) => {
    setAsked(undefined);
    const { error } = await remove(address);
    if (error) return;
    if (choice?.selectedId === address.id) choice.onSelect(undefined);
    // The buttons were removed with the address.
    book.current?.focus();
  };
  const addButton = closed === "new" ? focusElement : undefined;
  const Icon = isAdding ? Minus : Plus;

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: once the button is left, one that appears later takes no focus
    <div ref={book} tabIndex={-1} className="addresses" onBlur={() => setClosed(undefined)}>
      {!isFirst && (
        <fieldset className="addr-grid">
          <legend className="visually-hidden">Saved addresses</legend>
          {shown.map((address) =>
            address === edited || address === removed ? (
              <AddressFields
                key={address.id}
                userId={user.id}
                address={address}
                draft={drafts.current.get(address.id)}
                onTyped={onTyped}
                takesFocus
                isRemoved={address === removed}
                onSave={address === removed ? onAdd : onChange(address)}
                onCancel={() => close(address === removed ? "new" : address.id)}
              />
            ) : (
              <AddressCard
                key={address.id}
                address={address}
                choice={choice}
                wasOpen={closed === address.id}
                onEdit={() => show(address)}
                onRemove={() => isRemoving || setAsked(address)}
              />
            ),
          )}
        </fieldset>
      )}
      {isFirst && !isAdding && (
        <EmptyState icon={MapPin} title="No saved addresses" text="One that you keep here is ready when you check out.">
          <button ref={addButton} type="button" className="btn btn-line" onClick={() => show("new")}>
            Add a new address
          </button>
        </EmptyState>
      )}
      {!isFirst && (
        <button
          ref={addButton}
          type="button"
          className="add-address"
          aria-expanded={isAdding}
          onClick={() => show(isAdding ? null : "new")}
        >
          <Icon className="ico ico-16" aria-hidden="true" />
          Add a new address
        </button>
      )}
      {isAdding && (
        <AddressFields
          userId={user.id}
          initial={namesOf(user.name)}
          draft={drafts.current.get("new")}
          onTyped={onTyped}
          takesFocus={isFirst && !choice}
          onSave={onAdd}
          onCancel={isFirst && choice ? undefined : () => close("new")}
        />
      )}
      {isSaving && whileSaving}
      {asked && (
        <ConfirmRemoveDialog
          title={asked.name}
          onKeep={() => setAsked(undefined)}
          onRemove={() => void onRemove(asked)}
        >
          Are you sure you want to remove the address {asked.address}, {asked.city}?
        </ConfirmRemoveDialog>
      )}
    </div>
  );
}
