/** Browser script of an API page: starts Redoc with the preferred colour scheme. */
export const viewScript = `
const place = document.getElementById("viewer");
const bar = document.querySelector(".bar");
const dark = matchMedia("(prefers-color-scheme: dark)");
const sans = "system-ui, sans-serif";
const mono = "ui-monospace, SFMono-Regular, Menlo, Consolas, monospace";

const common = {
  spacing: { sectionVertical: 24 },
  typography: {
    fontFamily: sans,
    headings: { fontFamily: sans, fontWeight: "600" },
    code: { fontFamily: mono },
  },
};
const light = {
  colors: {
    primary: { main: "#1f5fae", light: "#1f5fae", contrastText: "#fff" },
    warning: { contrastText: "#222" },
  },
};
const night = {
  colors: {
    primary: { main: "#5186d6", light: "#8ab4f8", contrastText: "#fff" },
    success: { main: "#6cc37a" },
    warning: { main: "#e3a83b", contrastText: "#222" },
    error: { main: "#f28b82" },
    gray: { 50: "#1d2125", 100: "#22272b" },
    text: { primary: "#e3e6e8", secondary: "#a9b1b8" },
    border: { dark: "rgba(255,255,255,0.15)", light: "#2c3237" },
    responses: { info: { color: "#7cc4e4" } },
  },
  schema: { nestedBackground: "#1d2125", linesColor: "#56616b", typeNameColor: "#a9b1b8" },
  typography: {
    links: { color: "#8ab4f8" },
    code: { color: "#f2a59d", backgroundColor: "rgba(255,255,255,0.08)" },
  },
  sidebar: { backgroundColor: "#1a1d20", textColor: "#d5d9dc", activeTextColor: "#8ab4f8" },
  rightPanel: {
    backgroundColor: "#1d2428",
    servers: { overlay: { backgroundColor: "#2c3237", textColor: "#e3e6e8" }, url: { backgroundColor: "#1d2125" } },
  },
  fab: { backgroundColor: "#2c3237", color: "#8ab4f8" },
};

const merge = (base, other) =>
  Object.fromEntries(
    [...new Set([...Object.keys(base), ...Object.keys(other)])].map((key) => [
      key,
      typeof base[key] === "object" && typeof other[key] === "object"
        ? merge(base[key], other[key])
        : (other[key] ?? base[key]),
    ]),
  );

dark.addEventListener("change", () => location.reload());
Redoc.init(
  place.dataset.document,
  {
    sanitize: true,
    scrollYOffset: () => bar.offsetHeight,
    expandResponses: "200,201,202",
    jsonSamplesExpandLevel: 3,
    nativeScrollbars: true,
    minCharacterLengthToInitSearch: 2,
    theme: merge(common, dark.matches ? night : light),
  },
  place,
);
`;
