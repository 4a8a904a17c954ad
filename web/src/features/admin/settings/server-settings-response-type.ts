import type { AdminApiEndpointOutput, AdminApiEndpointInput } from '@countersign/api/admin-api-endpoints'
import { translateKnownServerCode } from '../../../i18n/ui-translation-functions.ts'
import type { Translate } from '../../../i18n/ui-translation-functions.ts'

export type ServerSettingsResponse = AdminApiEndpointOutput<'readSettings'>

export type ServerSetting = ServerSettingsResponse['settings'][number]

export const translateSettingDescription = (t: Translate, { name, about }: ServerSetting): string =>
  translateKnownServerCode(t, 'settingAbouts', name) ?? about

export const translateSettingTitle = (t: Translate, { name }: ServerSetting): string | undefined =>
  translateKnownServerCode(t, 'settingTitles', name)

export type ChangeBrandingRequestBody = AdminApiEndpointInput<'changeBranding'>['body']
