import { Bell } from "lucide-react";
import { useRef, useState } from "react";
import { useGetNotificationsQuery } from "@/shared/api/notifications";
import { useHeldFocus } from "@/shared/hooks/useHeldFocus";
import { readLocal, shopperKeys, writeLocal } from "@/shared/localStorage";
import { refusalText, useDevice } from "@/shared/push/useDevice";

/** Offers notifications of an order on this device, once. The browser is asked only after `Notify me`. */
export function NotifyOffer({ orderId }: { orderId: number }) {
  const { data } = useGetNotificationsQuery();
  const device = useDevice(data?.pushKey);
  const [isClosed, setClosed] = useState(() => readLocal(shopperKeys.notifyOffer(orderId)) !== null);
  const [isOn, setOn] = useState(false);
  const close = () => {
    writeLocal(shopperKeys.notifyOffer(orderId), "closed");
    setClosed(true);
  };
  const offer = useRef<HTMLElement>(null);
  const holder = useHeldFocus(() => offer.current);
  const isTold = device.subjects?.includes("orders") && !isOn;
  if (!data?.pushKey || !device.isSupported || device.isDenied || isTold) {
    return device.refusal ? <p className="small muted">{refusalText[device.refusal]}</p> : null;
  }
  if (isClosed) return null;
  const onNotify = async () => {
    writeLocal(shopperKeys.notifyOffer(orderId), "asked");
    setOn(await device.choose("orders", true));
  };
  return (
    <section ref={offer} tabIndex={-1} className="offer" aria-label="Notifications" {...holder}>
      <Bell className="ico" aria-hidden="true" />
      <div role="status">
        <b>{isOn ? "We will notify this device" : "Know when it moves"}</b>
        <span>
          {device.refusal
            ? refusalText[device.refusal]
            : isOn
              ? "You can switch it off on your Profile."
              : "We can tell this device when your order is packed, shipped and delivered. Nothing else."}
        </span>
      </div>
      {!isOn && !device.refusal && (
        <div className="acts">
          <button
            type="button"
            className="btn btn-line"
            disabled={device.isBusy || device.isLoading}
            onClick={() => void onNotify()}
          >
            Notify me
          </button>
          <button type="button" className="btn btn-ghost" onClick={close}>
            Not now
          </button>
        </div>
      )}
    </section>
  );
}
