import { useGetGoldRatesQuery } from "@/shared/api/catalogue";
import { useGetContactQuery } from "@/shared/api/contact";
import { day, rupees } from "@/shared/format";
import { guaranteeText } from "@/shared/orders/returnTexts";
import { LiveIndicator } from "@/shared/ui/LiveIndicator";

/** Today's gold rate, updated live. */
export function GoldRateBar() {
  const { data } = useGetGoldRatesQuery();
  const rate = data?.[0];
  const returnDays = useGetContactQuery().data?.returnDays ?? 0;
  return (
    <section className="ratebar" aria-label="Gold rate">
      <div className="wrap">
        <div className="rates">
          <LiveIndicator />
          {rate && (
            <>
              <span>
                <span className="hide-sm">Gold rate: </span>22k <b>{rupees(rate.r22kRate)}</b>
                <span className="soft"> /gm</span>
              </span>
              <span>
                24k <b>{rupees(rate.r24kRate)}</b>
                <span className="soft"> /gm</span>
              </span>
              <span className="soft">{day(rate.date)}</span>
            </>
          )}
        </div>
        {returnDays > 0 && <span className="soft">{guaranteeText(returnDays)}</span>}
      </div>
    </section>
  );
}
