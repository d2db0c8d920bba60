import { useEffect, useState } from "react";
import { CardPage } from "@/shared/admin/cards/CardPage";
import { errorReason } from "@/shared/api/errors";
import { usePageTitle } from "@/shared/hooks/usePageTitle";
import { LoadError } from "@/shared/ui/LoadError";
import { ConsumerTable } from "./ConsumerTable";
import { DeadLetters } from "./DeadLetters";
import { duration } from "./durations";
import { HealthFigures } from "./HealthFigures";
import { HealthSummary } from "./HealthSummary";
import { useHealthReportQuery } from "./operationsApi";
import { PaymentNotices } from "./PaymentNotices";
import { ProcessTable } from "./ProcessTable";
import { QueueTable } from "./QueueTable";

// Polled over HTTP, since the realtime path itself may be broken.
const pollInterval = 1000;
const time = new Intl.DateTimeFormat("en-IN", { timeStyle: "medium", timeZone: "Asia/Kolkata" });

const titles = {
  figures: "Figures",
  queues: "Queues",
  processes: "Workers",
  letters: "Dead letters",
  notices: "Odd news of payments",
  consumers: "Deliveries",
};

/** `/admin/operations`: the health of all parts and the recommended actions; polled. */
export function OperationsPage() {
  const { data, error, fulfilledTimeStamp, refetch } = useHealthReportQuery(undefined, {
    pollingInterval: pollInterval,
  });
  usePageTitle("Operations, Admin portal");
  const silent = useSecondsWithoutAnswer(fulfilledTimeStamp);
  if (!data) {
    return (
      <>
        <div className="work-head">
          <h1>Operations</h1>
        </div>
        {error ? (
          <LoadError title="Failed to load how the shop stands" error={error} onRetry={refetch} />
        ) : (
          <span className="sk page-sk" role="status" aria-label="Loading how the shop stands" />
        )}
      </>
    );
  }
  const lost = {
    level: "bad" as const,
    sentence: `The shop has not answered for ${duration(silent)}.`,
    advice: `What stands below is as of ${time.format(new Date(data.at))}. ${error ? errorReason(error) : ""}`,
  };
  const isLost = silent >= 5;
  return (
    <div className="ops">
      <div className="work-head">
        <h1>Operations</h1>
        <span className="acts muted num">updated {time.format(new Date(data.at)).toLowerCase()}</span>
      </div>
      {isLost ? (
        <HealthSummary level="bad" headline={lost.sentence} findings={[lost]} />
      ) : (
        <HealthSummary level={data.level} headline={data.headline} findings={data.findings} />
      )}
      <CardPage page="operations" titles={titles}>
        <HealthFigures report={data} />
        <div className={data.dead ? "ops-cols" : "ops-cols calm"}>
          <QueueTable queues={data.queues} />
          <ProcessTable processes={data.processes} />
          <DeadLetters dead={data.dead} consumers={data.consumers} />
        </div>
        <PaymentNotices />
        <ConsumerTable consumers={data.consumers} />
      </CardPage>
    </div>
  );
}

/** Returns the seconds since the last response. */
function useSecondsWithoutAnswer(answeredAt: number | undefined): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), pollInterval);
    return () => clearInterval(timer);
  }, []);
  return answeredAt ? Math.max(0, (now - answeredAt) / 1000) : 0;
}
