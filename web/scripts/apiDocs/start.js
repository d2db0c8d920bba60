// Starts Swagger UI. The plugins use its documented API to correct what a screen reader cannot use, and addresses.

const isDark = matchMedia("(prefers-color-scheme: dark)");
const follow = () => document.documentElement.classList.toggle("dark-mode", isDark.matches);
isDark.addEventListener("change", follow);
follow();

const accessibility = ({ React: { createElement, Fragment } }) => {
  const hidden = (tag, text) => createElement(tag, { className: "for-readers" }, text);
  /** Puts a component into an element. */
  const within = (tag, props) => (Original) => (given) => createElement(tag, props, createElement(Original, given));
  /** Adds properties that the component's users leave out. */
  const having = (props) => (Original) => (given) => createElement(Original, { ...given, ...props });
  /** Puts a text for screen readers before a component. */
  const after = (tag, textOf) => (Original) => (given) => {
    const text = textOf(given);
    return createElement(Fragment, null, text && hidden(tag, text), createElement(Original, given));
  };
  /** Makes the table of responses a table again. Swagger UI makes each a region, and none has a name. */
  const asTable = (Original) => (given) => {
    const ref = (box) => box?.querySelector("table.responses-table[role=region]")?.removeAttribute("role");
    return createElement("div", { ref }, createElement(Original, given));
  };
  return {
    wrapComponents: {
      // The path of a call is in its button, which must not contain a link. The URL still identifies the open call.
      DeepLink: () => (given) => createElement("span", null, given.text),
      // Landmarks, and headings without gaps between their levels.
      InfoContainer: within("div", { role: "banner" }),
      FilterContainer: within("search", { "aria-label": "Calls" }),
      AuthorizeBtnContainer: within("section", { "aria-label": "Authorization" }),
      authorizeBtn: after("h2", () => "Authorization"),
      operations: after("h2", () => "Calls"),
      operation: after("h3", ({ specPath }) => specPath.get(0) === "webhooks" && specPath.get(1)),
      responses: asTable,
      // Names of fields and buttons.
      TextArea: having({ "aria-label": "Body" }),
      ExamplesSelect: within("label", { className: "example-choice" }),
      Button: having({ "aria-label": undefined }),
      CloseIcon: after("span", () => "Close"),
      // Wide or long content can be scrolled by keyboard.
      SyntaxHighlighter: within("div", { className: "code-box", tabIndex: 0, role: "group", "aria-label": "Code" }),
    },
  };
};

/** Puts the id into addresses such as `/product/?id={id}`. Swagger UI fills in no parameter after a question mark. */
const idInQuery = () => ({
  afterLoad({ fn }) {
    const { execute } = fn;
    fn.execute = (call) => {
      const requestInterceptor = (request) => {
        const id = call.parameters["path.id"] ?? call.parameters.id;
        request.url = request.url.replace(/\{id\}|%7Bid%7D/i, encodeURIComponent(id));
        return call.requestInterceptor(request);
      };
      return execute({ ...call, requestInterceptor });
    };
  },
});

/** Sends the XSRF token with each unsafe call, as the shop's own pages do. */
function sendToken(request) {
  const token = /(?:^|; )XSRF-TOKEN=([^;]+)/.exec(document.cookie)?.[1];
  if (token && new URL(request.url, location.href).origin === location.origin)
    request.headers["X-XSRF-TOKEN"] = decodeURIComponent(token);
  return request;
}

SwaggerUIBundle({
  url: "/api/openapi.json",
  dom_id: "#reference",
  deepLinking: true,
  docExpansion: "none",
  // Each call shows the fields of its own bodies; a list of all schemas adds nothing.
  defaultModelsExpandDepth: -1,
  filter: true,
  syntaxHighlight: { theme: "tomorrow-night" },
  validatorUrl: null,
  plugins: [accessibility, idInQuery],
  requestInterceptor: sendToken,
});
