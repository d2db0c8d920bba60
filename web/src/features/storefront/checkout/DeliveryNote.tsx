import { Truck } from "lucide-react";
import { useGetContactQuery } from "@/shared/api/contact";
import type { Address } from "@/shared/api/types";
import { useDeliveryEstimate } from "@/shared/delivery/deliveryApi";
import { isPinCode } from "@/shared/delivery/pinCode";
import { windowText } from "@/shared/delivery/windowText";

/** When the order reaches the chosen address, or that the shop does not deliver there. */
export function DeliveryNote({ address }: { address: Address }) {
  const { data: contact } = useGetContactQuery();
  const pinCode = address.zip_code.replace(/\s/g, "");
  const skip = !contact?.asksPinCode || !isPinCode(pinCode);
  const { currentData: estimate } = useDeliveryEstimate(pinCode, { skip });
  const isAsked = !skip && !estimate;
  return (
    <p className={`delivery-note${estimate && !estimate.isDelivered ? " warn" : ""}`} role="status">
      {contact && !isAsked && (
        <>
          <Truck className="ico" aria-hidden="true" />
          <span>
            {!estimate ? (
              "Delivered in 3-5 days"
            ) : estimate.isDelivered ? (
              <>
                Delivered between <b>{windowText(estimate.earliest, estimate.latest)}</b>
              </>
            ) : (
              `We do not deliver to ${pinCode} yet. Please choose another address.`
            )}
          </span>
        </>
      )}
    </p>
  );
}
