// How a device is called in the reader's language.
import type { Translate } from '../i18n/translate.ts'
import { deviceOf } from './device.ts'

/**
 * "Firefox on Linux", or as much of it as the user agent string tells.
 * @param unknown where it tells nothing
 */
export function deviceWords(t: Translate, userAgent: string, unknown = t('ui.unknownDevice')): string {
  const { browser, system } = deviceOf(userAgent)
  if (browser && system) return t('ui.device', { browser, system })
  return browser ?? system ?? unknown
}
