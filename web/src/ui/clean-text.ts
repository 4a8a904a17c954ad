// Texts that strangers write, made fit to stand in a sentence: what shows nothing or turns the reading direction is
// taken out, because with it one name could pass for another (THREATS N4).

const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}]/gu

/** @param limit how many characters are left at most */
export function cleanText(text: string, limit: number): string {
  const plain = text
    .slice(0, limit * 10)
    .replace(/\s+/g, ' ')
    .replace(invisible, '')
    .trim()
  return [...plain].slice(0, limit).join('').trim()
}
