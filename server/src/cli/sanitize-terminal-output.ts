/** Escapes characters that could move the cursor, break lines or reorder text (THREATS N10). */
export const sanitizeTerminalOutput = (text: string): string =>
  text.replace(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    (character) => `‹U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}›`,
  )
