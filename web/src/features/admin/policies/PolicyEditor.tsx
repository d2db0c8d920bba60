import { useEffect, useState } from "react";
import { useDispatch } from "react-redux";
import { confirmed } from "@/shared/admin/confirm/confirmed";
import { useUnsavedGuard } from "@/shared/admin/form/useUnsavedGuard";
import { errorReason } from "@/shared/api/errors";
import type { PolicyOut } from "@/shared/api/schema";
import { useDebounced } from "@/shared/hooks/useDebounced";
import { failureShown, toastShown } from "@/shared/toasts/toastsSlice";
import { Problem } from "@/shared/ui/Problem";
import { SubmitButton } from "@/shared/ui/SubmitButton";
import { type PolicyVersion, usePreviewPolicyQuery, useSavePolicyMutation } from "./policiesApi";

interface PolicyEditorProps {
  page: PolicyOut["page"];
  title: string;
  latest: PolicyVersion;
  /** An older version to continue from; a new object each time that it is chosen. */
  restored?: PolicyVersion;
}

/** The Markdown of a policy page beside a preview. */
export function PolicyEditor({ page, title, latest, restored }: PolicyEditorProps) {
  const dispatch = useDispatch();
  const [base, setBase] = useState(latest);
  const [text, setText] = useState(latest.text);
  const [save, { isLoading, error, reset }] = useSavePolicyMutation();
  const isDirty = text !== base.text;
  const show = (version: PolicyVersion) => {
    setBase(version);
    setText(version.text);
    reset();
  };
  useUnsavedGuard(isDirty, async () => {
    const says = [`${title} stays as it was saved last.`];
    if (!(await confirmed({ title: "Discard the text?", says, action: "Discard" }))) return false;
    show(latest);
    return true;
  });
  useEffect(() => {
    if (restored) setText(restored.text);
  }, [restored]);
  const isOutdated = latest.version > base.version;
  useEffect(() => {
    if (!isOutdated || isDirty) return;
    setBase(latest);
    setText(latest.text);
  }, [isOutdated, isDirty, latest]);

  const submit = async () => {
    const { data, error: refusal } = await save({ page, text, version: base.version });
    if (refusal) dispatch(failureShown(refusal, "Failed to save the page"));
    if (!data) return;
    setBase({ ...base, version: data.version, text });
    dispatch(toastShown("success", `${title} saved`));
  };

  return (
    <form
      className="policy-editor"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <div className="panel">
        <label htmlFor="policy-text">Text</label>
        <textarea
          id="policy-text"
          className="form-control"
          rows={24}
          maxLength={50_000}
          required
          aria-describedby="policy-hint"
          aria-invalid={error ? true : undefined}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <p id="policy-hint" className="muted">
          Markdown: <code>## Heading</code>, <code>**bold**</code>, <code>- list</code>, <code>[link](/address)</code>.
          A value of the shop stands in braces, as <code>{"{returnDays}"}</code>.
        </p>
        <Problem text={error && errorReason(error)} className="bad" />
        {isDirty && isOutdated && (
          <p className="bad" role="alert">
            {latest.writtenBy} has saved a newer version.{" "}
            <button type="button" className="textlink" onClick={() => show(latest)}>
              Show it instead of mine
            </button>
          </p>
        )}
        <div className="acts">
          <SubmitButton busy={isLoading} disabled={!isDirty}>
            Save and publish
          </SubmitButton>
          {isDirty && (
            <button type="button" className="btn btn-line" onClick={() => show(latest)}>
              Discard changes
            </button>
          )}
        </div>
      </div>
      <Preview title={title} text={text} />
    </form>
  );
}

function Preview({ title, text }: { title: string; text: string }) {
  const debounced = useDebounced(text);
  const { data, error } = usePreviewPolicyQuery(debounced, { skip: !debounced.trim() });
  const html = data?.html ?? "";
  return (
    <section className="panel preview" aria-label="Preview">
      <p className="h2">{title}</p>
      {error ? (
        <p className="bad">{errorReason(error)}</p>
      ) : (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: the API lets no HTML of the text through
        <div dangerouslySetInnerHTML={{ __html: html }} />
      )}
    </section>
  );
}
