// The code that a device or another browser shows, as it is written there (RFC 8628 §6.1): whatever the spelling, the same signs in two groups
// of four; and which of the two shows it.
import { parseQueryParameter } from '../../api/front-end-page-paths.ts'

const groupLength = 4

/** The code in capitals and groups, without anything else that was typed or pasted; at most two groups. */
export function formatUserCode(typed: string): string {
  const letters = extractCodeLetters(typed).slice(0, 2 * groupLength)
  return letters.length <= groupLength ? letters : `${letters.slice(0, groupLength)}-${letters.slice(groupLength)}`
}

/** Where the caret stands in the written code, if it stood at a place of what was typed. */
export function mapCaretToUserCode(typed: string, place: number): number {
  return formatUserCode(typed.slice(0, place)).length
}

/** Whether another browser shows it: such a code begins with a digit, and that of a device has letters alone. */
export const isCrossDeviceCode = (code: string): boolean => /^[0-9]/.test(code)

/** By what the browser inside a wallet takes over from the one that opened a code; null where the address has nothing like it. */
export const parseWalletBrowserHandoffToken = (search: string): string | null =>
  parseQueryParameter(search, 'pass', /^[0-9a-z]{26}$/)

function extractCodeLetters(typed: string): string {
  return typed.toUpperCase().replaceAll(/[^0-9A-Z]/g, '')
}
