// Before the first paint, so that a chosen theme does not flash; from then on the app keeps it.
let dark = matchMedia("(prefers-color-scheme: dark)").matches;
try {
  const { theme } = JSON.parse(localStorage.getItem("nagori.prefs") || "{}");
  if (theme === "light" || theme === "dark") dark = theme === "dark";
} catch {
  /* storage is closed to this page: the system's theme it is */
}
document.documentElement.dataset.theme = dark ? "dark" : "light";
