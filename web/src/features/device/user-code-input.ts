// Formats codes from devices and other browsers (RFC 8628 §6.1) as two groups of four characters.
import { parseQueryParameter } from '../../api/front-end-page-paths.ts'

const groupLength = 4

export function formatUserCode(typed: string): string {
  const letters = extractCodeLetters(typed).slice(0, 2 * groupLength)
  return letters.length <= groupLength ? letters : `${letters.slice(0, groupLength)}-${letters.slice(groupLength)}`
}

export function mapCaretToUserCode(typed: string, place: number): number {
  return formatUserCode(typed.slice(0, place)).length
}

/** Cross-device codes start with a digit; device codes have only letters. */
export const isCrossDeviceCode = (code: string): boolean => /^[0-9]/.test(code)

/** Codes of `countersign login` end with a digit. */
export const isLoginCode = (code: string): boolean => /^[A-Z].*[0-9]$/.test(code)

export const parseWalletBrowserHandoffToken = (search: string): string | null =>
  parseQueryParameter(search, 'pass', /^[0-9a-z]{26}$/)

function extractCodeLetters(typed: string): string {
  return typed.toUpperCase().replaceAll(/[^0-9A-Z]/g, '')
}
