/** Sets CSS custom properties from code, which a strict CSP allows (a style attribute it does not). */
export function vars(values: Record<string, string | number>): (node: Element) => void {
  return (node) => {
    if (!(node instanceof HTMLElement || node instanceof SVGElement)) return;
    for (const [name, value] of Object.entries(values)) node.style.setProperty(`--${name}`, String(value));
  };
}
