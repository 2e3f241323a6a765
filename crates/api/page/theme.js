// Applies the color scheme of an earlier visit before the page is painted.
try {
  document.documentElement.dataset.theme = localStorage.theme ?? "auto";
} catch {
  // Without storage, the page uses the system's scheme.
}
