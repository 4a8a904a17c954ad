// What a text must not have that people decide by (spoofing by bidi and invisible characters): the names of applications and groups
// (THREATS N4).

/** Whether something in it is not seen, or turns the line around: control, format and unassigned characters, separators of lines, fillers. */
export const hasUnseen = (text: string): boolean => /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u.test(text)

/** Whether marks pile up on a letter, over the lines above and below. */
export const pilesMarks = (text: string): boolean => /\p{M}{4}/u.test(text)
