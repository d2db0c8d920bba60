import { type ComponentType, lazy, useState } from "react";

/** A lazily loaded page; `load` fetches its chunk ahead of time. */
export type LazyPage<Props> = ComponentType<Props> & { load: () => Promise<unknown> };

/** Like `lazy`, but a page that is already loaded renders synchronously, without a fallback. */
export function lazyPage<Props extends object>(fetchPage: () => Promise<ComponentType<Props>>): LazyPage<Props> {
  let ready: ComponentType<Props> | undefined;
  const load = async () => {
    ready = await fetchPage();
    return { default: ready };
  };
  const Lazy = lazy(load) as ComponentType<Props>;
  function Shown(props: Props) {
    // Fixed at the first render: another component type would remount the page.
    const [Chosen] = useState<ComponentType<Props>>(() => ready ?? Lazy);
    return <Chosen {...props} />;
  }
  return Object.assign(Shown, { load });
}
