// Which user names look alike (confusables, homographs): they count as one name, so that nobody is given one that reads as somebody else's
// (THREATS P11).
import { createHmac } from 'node:crypto'

/**
 * The form that keyed hashes are made of. It must not change: hashes of erased people's names cannot be made again.
 * @param name a user name
 */
export const foldUsernameForHashing = (name: string): string =>
  name.replaceAll(/[_-]/g, '').replaceAll('0', 'o').replaceAll(/[1i]/g, 'l').replaceAll('rn', 'm').replaceAll('vv', 'w')

/** Digits that look like letters, which hashed forms keep. */
const digitByLookalikeLetter: Readonly<Record<string, string>> = { s: '5', z: '2', b: '8' }

/**
 * The form that is the same for all names that look alike in one typeface or another. Not folded are cl/d, nn/m, uv/w
 * and q/g: too many honest names have them (decision 0037).
 * @param name a user name, or what is kept back
 */
export const foldUsernameConfusables = (name: string): string =>
  foldUsernameForHashing(name).replaceAll('5', 's').replaceAll('2', 'z').replaceAll('8', 'b')

/** A name with more letters that a digit looks like is compared with fewer hashes of erased names. */
const maxHashForms = 256

/**
 * The hashed forms of all names that look like this one, among them its own. Of a name with more than eight letters s,
 * z and b only its own and the one without digits: of erased people's names, others that look like it are not found.
 */
export function listUsernameFormsForHashing(name: string): string[] {
  const folded = foldUsernameConfusables(name)
  let forms = ['']
  for (const letter of folded) {
    const digit = digitByLookalikeLetter[letter]
    forms = forms.flatMap((form) => (digit === undefined ? [form + letter] : [form + letter, form + digit]))
    if (forms.length > maxHashForms) return [...new Set([folded, foldUsernameForHashing(name)])]
  }
  return forms
}

/** Makes the keyed hash of a hashed form, which is what stays of the name of somebody who was erased: without the server's key it cannot be
 * found out whether a name that is guessed was somebody's (decision 0014). */
export function createUsernameHasher(serverKey: Buffer): (form: string) => string {
  const key = createHmac('sha256', serverKey).update('user names').digest()
  return (form) => createHmac('sha256', key).update(form).digest('base64url')
}
