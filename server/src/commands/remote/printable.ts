// What a server elsewhere answers, as a terminal may be given it: in its own letters, but nothing that moves a cursor, breaks a line or turns
// what follows around (THREATS N10).

export const printable = (text: string): string =>
  text.replace(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    (character) => `‹U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}›`,
  )
