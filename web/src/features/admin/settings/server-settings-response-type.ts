import type { AdminApiEndpointOutput, AdminApiEndpointInput } from '@countersign/api/admin-api-endpoints'
import { translateKnownServerCode } from '../../../i18n/ui-translation-functions.ts'
import type { Translate } from '../../../i18n/ui-translation-functions.ts'

export type ServerSettingsResponse = AdminApiEndpointOutput<'readSettings'>

export const translateSettingDescription = (
  t: Translate,
  { name, about }: ServerSettingsResponse['settings'][number],
): string => translateKnownServerCode(t, 'settingAbouts', name) ?? about

export type ChangeBrandingRequestBody = AdminApiEndpointInput<'changeBranding'>['body']
