import { type ComponentType, lazy, useState } from "react";

/** A page in a file of its own, fetched when it is gone to; `load` fetches it ahead. */
export type Page<Props> = ComponentType<Props> & { load: () => Promise<unknown> };

/** One that was fetched already shows in the same moment, without the blank that `lazy` alone leaves. */
export function page<Props extends object>(fetchPage: () => Promise<ComponentType<Props>>): Page<Props> {
  let ready: ComponentType<Props> | undefined;
  const load = async () => {
    ready = await fetchPage();
    return { default: ready };
  };
  const Lazy = lazy(load) as ComponentType<Props>;
  function Shown(props: Props) {
    // Chosen once: another component in its place would begin anew.
    const [Chosen] = useState<ComponentType<Props>>(() => ready ?? Lazy);
    return <Chosen {...props} />;
  }
  return Object.assign(Shown, { load });
}
