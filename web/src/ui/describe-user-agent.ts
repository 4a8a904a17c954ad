// How a device is called in the reader's language.
import type { Translate } from '../i18n/ui-translation-functions.ts'
import { parseUserAgent } from './parse-user-agent.ts'

/**
 * "Firefox on Linux", or as much of it as the user agent string tells.
 * @param unknown where it tells nothing
 */
export function describeUserAgent(t: Translate, userAgent: string, unknown = t('ui.unknownDevice')): string {
  const { browser, operatingSystem } = parseUserAgent(userAgent)
  if (browser && operatingSystem) return t('ui.device', { browser, system: operatingSystem })
  return browser ?? operatingSystem ?? unknown
}
