import { useEffect, useState } from "react";
import { errorReason } from "@/shared/api/errors";
import { CardPage } from "@/shared/portal/CardPage";
import { LoadError } from "@/shared/ui/Notice";
import { usePageTitle } from "@/shared/ui/usePageTitle";
import { ConsumerTable } from "./ConsumerTable";
import { DeadLetters } from "./DeadLetters";
import { Figures } from "./Figures";
import { useStandingQuery } from "./operationsApi";
import { ProcessTable } from "./ProcessTable";
import { QueueTable } from "./QueueTable";
import { span } from "./spans";
import { Verdict } from "./Verdict";

// Not over the socket: what is wrong may be the very road of the events.
const every = 1000;
const time = new Intl.DateTimeFormat("en-IN", { timeStyle: "medium", timeZone: "Asia/Kolkata" });

const titles = {
  figures: "Figures",
  queues: "Queues",
  processes: "Workers",
  letters: "Dead letters",
  consumers: "Deliveries",
};

/** `/admin/operations`: whether everything runs, and what to do where it does not. It follows the shop by itself. */
export function OperationsPage() {
  const { data, error, isFetching, fulfilledTimeStamp, refetch } = useStandingQuery(undefined, {
    pollingInterval: every,
  });
  usePageTitle("Operations, Admin portal");
  const silent = useSilence(fulfilledTimeStamp);
  if (!data) {
    return (
      <>
        <div className="work-head">
          <h1>Operations</h1>
        </div>
        {error && !isFetching ? (
          <LoadError title="Failed to load how the shop stands" error={error} onRetry={() => void refetch()} />
        ) : (
          <span className="sk page-sk" role="status" aria-label="Loading how the shop stands" />
        )}
      </>
    );
  }
  const lost = {
    level: "bad" as const,
    sentence: `The shop has not answered for ${span(silent)}.`,
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
        <Verdict level="bad" headline={lost.sentence} findings={[lost]} />
      ) : (
        <Verdict level={data.level} headline={data.headline} findings={data.findings} />
      )}
      <CardPage page="operations" titles={titles}>
        <Figures standing={data} />
        <div className={data.dead ? "ops-cols" : "ops-cols calm"}>
          <QueueTable queues={data.queues} />
          <ProcessTable processes={data.processes} />
          <DeadLetters dead={data.dead} />
        </div>
        <ConsumerTable consumers={data.consumers} />
      </CardPage>
    </div>
  );
}

/** For how many seconds there was no answer. */
function useSilence(answeredAt: number | undefined): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), every);
    return () => clearInterval(timer);
  }, []);
  return answeredAt ? Math.max(0, (now - answeredAt) / 1000) : 0;
}
