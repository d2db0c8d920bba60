import { type ReactNode, useRef } from "react";
import logo from "@/assets/brand/logo.svg";
import { useScrollReset } from "@/shared/hooks/useScrollReset";
import { Link } from "@/shared/ui/Link";

interface SplitLayoutProps {
  picture: string;
  alt: string;
  caption: string;
  children: ReactNode;
}

/** A photograph on one side and a form on the other; on a phone the photograph is above. */
export function SplitLayout({ picture, alt, caption, children }: SplitLayoutProps) {
  const main = useRef<HTMLElement>(null);
  useScrollReset(main);
  return (
    <main className="split" ref={main} tabIndex={-1}>
      <div className="pic">
        <img src={picture} alt={alt} width="900" height="1100" fetchPriority="high" />
        <p className="cap mb-0">{caption}</p>
      </div>
      <div className="side">
        <div className="inner">
          <Link className="logo" to="/">
            <img src={logo} alt="Swarna, home" width="208" height="52" />
          </Link>
          {children}
        </div>
      </div>
    </main>
  );
}
