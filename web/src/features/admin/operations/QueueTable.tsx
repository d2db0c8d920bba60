import { Pause, Play } from "lucide-react";
import { useState } from "react";
import { useDispatch } from "react-redux";
import { Card } from "@/shared/admin/cards/Card";
import { confirmed } from "@/shared/admin/confirm/confirmed";
import { type Column, ListTable } from "@/shared/admin/list/ListTable";
import { useMay } from "@/shared/admin/permissions";
import { errorReason } from "@/shared/api/errors";
import { timeOfDay, wholeNumber } from "@/shared/format";
import { failureShown, toastShown } from "@/shared/toasts/toastsSlice";
import { duration } from "./durations";
import { type Queue, useSwitchQueueMutation } from "./operationsApi";
import { QueueDialog } from "./QueueDialog";
import { Sparkline } from "./Sparkline";

const states = { fine: "Fine", behind: "Behind", failing: "Failing", stopped: "No worker", paused: "Paused" };
const marks = {
  fine: "state",
  behind: "state warn",
  failing: "state bad",
  stopped: "state bad",
  paused: "state warn",
};

const total = (minutes: number[]) => minutes.reduce((sum, count) => sum + count, 0);

/** The queues with their backlog. The rate is that of the last full minute. */
export function QueueTable({ queues }: { queues: Queue[] }) {
  const dispatch = useDispatch();
  const [openName, setOpenName] = useState<string>();
  const [failures, setFailures] = useState<Record<string, string>>({});
  const [switchQueue, { isLoading }] = useSwitchQueueMutation();
  const mayPause = useMay("pause_queue");
  const open = queues.find(({ name }) => name === openName);

  const toggle = async (queue: Queue) => {
    const flag = queue.pausedBy ? "resume" : "pause";
    const question = {
      title: `Pause the queue ${queue.name}?`,
      says: ["Its deliveries wait until it is resumed. The other queues go on."],
      action: "Pause",
    };
    if (flag === "pause" && !(await confirmed(question))) return;
    const { error } = await switchQueue({ flag, queue: queue.name });
    const reason = error && errorReason(error);
    setFailures(({ [queue.name]: _, ...others }) => (reason ? { ...others, [queue.name]: reason } : others));
    const done = flag === "pause" ? `The queue ${queue.name} is paused` : `The queue ${queue.name} goes on`;
    dispatch(error ? failureShown(error) : toastShown("success", done));
  };

  const columns: Column<Queue>[] = [
    {
      label: "Queue",
      cell: ({ name }) => (
        <button type="button" className="aslink" onClick={() => setOpenName(name)}>
          <b>{name}</b>
        </button>
      ),
    },
    { label: "State", cell: (queue) => <State queue={queue} /> },
    { label: "Waiting", numeric: true, cell: ({ waiting }) => wholeNumber(waiting) },
    { label: "Oldest", numeric: true, cell: ({ waiting, oldest }) => (waiting ? duration(oldest) : "none") },
    {
      label: "Rate",
      numeric: true,
      cell: ({ minutes, capacity }) => (
        <>
          {wholeNumber(minutes.at(-2) ?? 0)} a min
          {capacity.withOneMore !== null && (
            <div className="sub" title={capacity.sentence}>
              one more: +{wholeNumber(Math.round(capacity.withOneMore - (capacity.now ?? 0)))}
            </div>
          )}
        </>
      ),
    },
    {
      label: "Last hour",
      cell: ({ name, minutes }) => (
        <Sparkline values={minutes} label={`${name}: ${wholeNumber(total(minutes))} in the last hour`} />
      ),
    },
  ];
  return (
    <Card name="queues" title="Queues" className="keep queues">
      <ListTable
        label="Queues"
        columns={columns}
        rows={queues}
        idOf={({ name }) => name}
        failures={failures}
        actions={
          mayPause
            ? (queue) => (
                <button
                  type="button"
                  className="btn btn-icon"
                  disabled={isLoading}
                  aria-label={`${queue.pausedBy ? "Resume" : "Pause"} ${queue.name}`}
                  title={queue.pausedBy ? "Resume" : "Pause"}
                  onClick={() => void toggle(queue)}
                >
                  {queue.pausedBy ? (
                    <Play className="ico ico-16" aria-hidden="true" />
                  ) : (
                    <Pause className="ico ico-16" aria-hidden="true" />
                  )}
                </button>
              )
            : undefined
        }
      />
      {open && <QueueDialog queue={open} onClose={() => setOpenName(undefined)} />}
    </Card>
  );
}

function State({ queue: { state, pausedBy, pausedAt } }: { queue: Queue }) {
  return (
    <>
      <span className={marks[state]}>{states[state]}</span>
      {pausedBy && pausedAt && (
        <div className="sub">
          {timeOfDay(pausedAt)}, {pausedBy}
        </div>
      )}
    </>
  );
}
