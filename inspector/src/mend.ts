// Mends what is certain.

/** The whole text with all that is certain mended; null where there is nothing certain to mend. */
export function mendCertain(_text: string): string | null {
  return null
}
