import { createContext, use } from 'react'
import type { AdminApiEndpointOutput } from '@countersign/api/admin-api-endpoints'
import { translateServerCode } from '../../../i18n/ui-translation-functions.ts'
import type { Translate } from '../../../i18n/ui-translation-functions.ts'
import { useTranslations } from 'use-intl'

/** `path` as the server writes it: "rule.any[0].contract". */
export type GroupRulePreviewError = AdminApiEndpointOutput<'previewRule'>['errors'][number]

export const translateGroupRuleError = (t: Translate, { code, values }: GroupRulePreviewError): string =>
  translateServerCode(t, `ruleFaults.${code}`, values)

export const GroupRuleErrorsContext = createContext<readonly GroupRulePreviewError[]>([])

export function useGroupRuleErrors() {
  const errors = use(GroupRuleErrorsContext)
  const t = useTranslations()
  const faultOf = (path: string): string | null => {
    const own = errors.filter((fault) => fault.path === path || fault.path.startsWith(`${path}[`))
    const said = own.slice(0, 5).map((fault) => {
      const line = /\[(\d+)\]$/.exec(fault.path)?.[1]
      return line === undefined
        ? translateGroupRuleError(t, fault)
        : `${Number(line) + 1}: ${translateGroupRuleError(t, fault)}`
    })
    return said.length === 0 ? null : said.join('; ')
  }
  return { errors, faultOf }
}
