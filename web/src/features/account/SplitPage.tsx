import { type ReactNode, useEffect, useRef } from "react";
import { Link, useNavigationType } from "react-router";
import logo from "@/assets/brand/logo.svg";

interface SplitPageProps {
  picture: string;
  alt: string;
  caption: string;
  children: ReactNode;
}

/** A photograph on one side, a form on the other; on a phone the photograph is above. */
export function SplitPage({ picture, alt, caption, children }: SplitPageProps) {
  const type = useNavigationType();
  const main = useRef<HTMLElement>(null);
  // Whoever follows a link begins at the top of the new page; one that was loaded is left to the browser.
  useEffect(() => {
    if (type === "POP") return;
    window.scrollTo({ top: 0, behavior: "instant" });
    main.current?.focus({ preventScroll: true });
  }, [type]);
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
