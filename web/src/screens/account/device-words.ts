// How a device is called in the reader's language.
import type { Words } from '../../words/shape.ts'
import { deviceOf } from './device.ts'

/** "Firefox on Linux", or as much of it as the user agent string tells. */
export function deviceWords(words: Words, userAgent: string): string {
  const { browser, system } = deviceOf(userAgent)
  if (browser && system) return words.account.sessions.device(browser, system)
  return browser ?? system ?? words.account.sessions.unknownDevice
}
