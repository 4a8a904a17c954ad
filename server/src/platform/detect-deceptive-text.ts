// What a text must not have that people decide by (spoofing by bidi and invisible characters): the names of applications and groups, and those that
// people give to themselves and to what is theirs (THREATS N4, P12).

/** Whether something in it is not seen, or turns the line around: control, format and unassigned characters, separators of lines, fillers, and the
 * pattern of braille that has no dots. */
export const hasInvisibleCharacters = (text: string): boolean =>
  /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u.test(text)

/** Whether marks pile up on a letter, over the lines above and below. Marks that take a place of their own (General_Category Mc), of which a syllable of
 * Burmese has four, do not. */
export const hasStackedCombiningMarks = (text: string): boolean => /[\p{Mn}\p{Me}]{4}/u.test(text)

/** Emoji that are sent (UTS #51 ED-27), and two pictographs that are joined to one, whether or not this release knows which. */
const emoji = /\p{RGI_Emoji}|(?<=\p{Extended_Pictographic}\p{Emoji_Modifier}?)\u200D(?=\p{Extended_Pictographic})/gv

/** The virama (ccc 9) of each script that is written today: a joiner after one says how the next letter is joined (RFC 5892 §A.1, §A.2). */
const virama =
  '\u094D\u09CD\u0A4D\u0ACD\u0B4D\u0BCD\u0C4D\u0CCD\u0D3B\u0D3C\u0D4D\u0DCA\u0E3A\u0EBA\u0F84\u1039\u103A\u1714\u1715\u1734\u17D2\u1A60\u1B44\u1BAA\u1BAB\u1BF2\u1BF3\uA806\uA82C\uA8C4\uA953\uA9C0\uAAF6\uABED'
/** And the one that keeps two letters of Arabic apart, as names of Persian have it (RFC 5892 §A.1). */
const joiner = new RegExp(
  `(?<=[${virama}])[\\u200C\\u200D](?=[\\p{L}\\p{M}])|(?<=\\p{Script=Arabic}\\p{M}*)\\u200C(?=\\p{Script=Arabic})`,
  'gu',
)

/** A text without what is not seen by itself, but is part of what is: in emoji, and between letters that are joined or kept apart by it. */
export const stripAllowedInvisibleCharacters = (text: string): string => text.replace(emoji, '').replace(joiner, '')
