import type { AdminApiEndpointOutput } from '@countersign/api/admin-api-endpoints'
import { translateServerCode } from '../../i18n/ui-translation-functions.ts'
import type { Translate } from '../../i18n/ui-translation-functions.ts'

/** `path` as the server writes it: "rule.any[0].contract". */
export type GroupRulePreviewError = AdminApiEndpointOutput<'previewRule'>['errors'][number]

export const translateGroupRuleError = (t: Translate, { code, values }: GroupRulePreviewError): string =>
  translateServerCode(t, `ruleFaults.${code}`, values)
