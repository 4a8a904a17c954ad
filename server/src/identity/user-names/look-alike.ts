// Which user names look alike (confusables, homographs): they count as one name, so that nobody is given one that reads as somebody else's
// (THREATS P11).
import { createHmac } from 'node:crypto'

/**
 * The form that is the same for all names that look alike in one typeface or another.
 * @param name a user name, or what is kept back
 */
export const foldUserName = (name: string): string =>
  name.replaceAll(/[_-]/g, '').replaceAll('0', 'o').replaceAll(/[1i]/g, 'l').replaceAll('rn', 'm').replaceAll('vv', 'w')

/** Makes the keyed hash of a form, which is what stays of the name of somebody who was erased: without the server's key it cannot be
 * found out whether a name that is guessed was somebody's (decision 0014). */
export function createNameHash(serverKey: Buffer): (folded: string) => string {
  const key = createHmac('sha256', serverKey).update('user names').digest()
  return (folded) => createHmac('sha256', key).update(folded).digest('base64url')
}
