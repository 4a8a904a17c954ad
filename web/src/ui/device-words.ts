// How a device is called in the reader's language.
import type { Chapters } from '../words/shape.ts'
import { deviceOf } from './device.ts'

type DeviceWords = Pick<Chapters['account']['sessions'], 'device' | 'unknownDevice'>

/** "Firefox on Linux", or as much of it as the user agent string tells. */
export function deviceWords(words: DeviceWords, userAgent: string): string {
  const { browser, system } = deviceOf(userAgent)
  if (browser && system) return words.device(browser, system)
  return browser ?? system ?? words.unknownDevice
}
