// The settings as their page has them, and what of them can be chosen there.
import type { AdminEndpointOutput, AdminEndpointInput } from '@countersign/api/admin-endpoints'
import { translateKnownCode } from '../../../i18n/translate-messages.ts'
import type { Translate } from '../../../i18n/translate-messages.ts'

export type ServerSettings = AdminEndpointOutput<'readSettings'>

/** What a setting is for: in the language of the page, or else as the server says it, in English. */
export const formatSettingDescription = (t: Translate, { name, about }: ServerSettings['settings'][number]): string =>
  translateKnownCode(t, 'settingAbouts', name) ?? about

export type BrandingInput = AdminEndpointInput<'changeBranding'>['body']
