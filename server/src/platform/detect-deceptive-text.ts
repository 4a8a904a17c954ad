// Detects deceptive characters (bidirectional and invisible) in names (THREATS N4, P12).

// Detects control, format and unassigned characters, line separators, fillers and blank braille.
export const hasInvisibleCharacters = (text: string): boolean =>
  /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u.test(text)

// Stacked marks can cover other lines. Spacing marks (General_Category Mc) do not stack.
export const hasStackedCombiningMarks = (text: string): boolean => /[\p{Mn}\p{Me}]{4}/u.test(text)

/** Matches RGI emoji (UTS #51 ED-27) and joiners in emoji unknown to this Node release. */
const emoji = /\p{RGI_Emoji}|(?<=\p{Extended_Pictographic}\p{Emoji_Modifier}?)\u200D(?=\p{Extended_Pictographic})/gv

/** The virama of each modern script, after which a joiner is allowed (RFC 5892 §A.1, §A.2). */
const virama =
  '\u094D\u09CD\u0A4D\u0ACD\u0B4D\u0BCD\u0C4D\u0CCD\u0D3B\u0D3C\u0D4D\u0DCA\u0E3A\u0EBA\u0F84\u1039\u103A\u1714\u1715\u1734\u17D2\u1A60\u1B44\u1BAA\u1BAB\u1BF2\u1BF3\uA806\uA82C\uA8C4\uA953\uA9C0\uAAF6\uABED'
/** Also matches the non-joiner in Persian names (RFC 5892 §A.1). */
const joiner = new RegExp(
  `(?<=[${virama}])[\\u200C\\u200D](?=[\\p{L}\\p{M}])|(?<=\\p{Script=Arabic}\\p{M}*)\\u200C(?=\\p{Script=Arabic})`,
  'gu',
)

export const stripAllowedInvisibleCharacters = (text: string): string => text.replace(emoji, '').replace(joiner, '')
