export type Language = "en" | "zh";

/** The words of one area in both languages; the compiler sees to it that none is missing. */
export function words<K extends string>(en: Record<K, string>, zh: Record<NoInfer<K>, string>) {
  return { en, zh };
}
