/** A text field as tall as its text, as far as its max-height lets it. */
export function grows(node: HTMLTextAreaElement): () => void {
  const fit = () => {
    node.style.height = "auto";
    node.style.height = `${node.scrollHeight}px`;
  };
  requestAnimationFrame(fit);
  node.addEventListener("input", fit);
  addEventListener("resize", fit);
  return () => {
    node.removeEventListener("input", fit);
    removeEventListener("resize", fit);
  };
}
