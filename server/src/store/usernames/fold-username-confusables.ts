// Treats confusable usernames (homographs) as one name (THREATS P11).
import { createHmac } from 'node:crypto'

/** Must not change, because the hashes of erased people's names cannot be recomputed. */
export const foldUsernameForHashing = (name: string): string =>
  name.replaceAll(/[_-]/g, '').replaceAll('0', 'o').replaceAll(/[1i]/g, 'l').replaceAll('rn', 'm').replaceAll('vv', 'w')

const digitByLookalikeLetter: Readonly<Record<string, string>> = { s: '5', z: '2', b: '8' }

/** Does not fold cl/d, nn/m, uv/w and q/g, which are common in real names (decision 0037). */
export const foldUsernameConfusables = (name: string): string =>
  foldUsernameForHashing(name).replaceAll('5', 's').replaceAll('2', 'z').replaceAll('8', 'b')

const maxHashForms = 256

/** Returns only two forms above `maxHashForms`, so confusables of erased names are missed. */
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

/** Keyed, so that guesses cannot be checked without the server's key (decision 0014). */
export function createUsernameHasher(serverKey: Buffer): (form: string) => string {
  const key = createHmac('sha256', serverKey).update('user names').digest()
  return (form) => createHmac('sha256', key).update(form).digest('base64url')
}
