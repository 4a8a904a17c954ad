import type { Translate } from '../i18n/ui-translation-functions.ts'
import { parseUserAgent } from './parse-user-agent.ts'

/** "Firefox on Linux", or the known part of it. */
export function describeUserAgent(t: Translate, userAgent: string, unknown = t('ui.unknownDevice')): string {
  const { browser, operatingSystem } = parseUserAgent(userAgent)
  if (browser && operatingSystem) return t('ui.device', { browser, system: operatingSystem })
  return browser ?? operatingSystem ?? unknown
}
