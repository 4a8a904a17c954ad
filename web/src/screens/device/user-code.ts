// The code that a device shows, as it is written on the device (RFC 8628 §6.1): whatever the spelling, the same letters
// in two groups of four.

const groupLength = 4

/** The code in capitals and groups, without anything else that was typed or pasted; at most two groups. */
export function writeUserCode(typed: string): string {
  const letters = lettersOf(typed).slice(0, 2 * groupLength)
  return letters.length <= groupLength ? letters : `${letters.slice(0, groupLength)}-${letters.slice(groupLength)}`
}

/** Where the caret stands in the written code, if it stood at a place of what was typed. */
export function placeInUserCode(typed: string, place: number): number {
  return writeUserCode(typed.slice(0, place)).length
}

function lettersOf(typed: string): string {
  return typed.toUpperCase().replaceAll(/[^0-9A-Z]/g, '')
}
