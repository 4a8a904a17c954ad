import { createContext, use } from 'react'
import { translateGroupRuleError } from '../translate-group-rule-error.ts'
import type { GroupRulePreviewError } from '../translate-group-rule-error.ts'
import { useTranslations } from 'use-intl'

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
