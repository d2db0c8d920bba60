import { usePageTitle } from "@/shared/hooks/usePageTitle";
import { KeysPanel } from "./KeysPanel";

/** `/admin/integrations`: how other systems reach the shop. */
export function IntegrationsPage() {
  usePageTitle("Integrations, Admin portal");
  return (
    <div className="integrations">
      <div className="work-head">
        <h1>Integrations</h1>
      </div>
      <KeysPanel />
    </div>
  );
}
