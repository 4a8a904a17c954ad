// What the server finds wrong with the rule of the form around, said at its place.
import { createContext, use } from 'react'
import type { AdminAnswer } from '@countersign/api/admin-calls'
import { translateCode } from '../../../i18n/translate.ts'
import type { Translate } from '../../../i18n/translate.ts'
import { useTranslations } from 'use-intl'

/** Its path is as the server calls the place: "rule.any[0].contract". */
export type Fault = AdminAnswer<'previewRule'>['faults'][number]

/** What is wrong, without its place. */
export const sayFault = (t: Translate, { code, values }: Fault): string =>
  translateCode(t, `ruleFaults.${code}`, values)

export const RuleFaults = createContext<readonly Fault[]>([])

/** The faults of the rule, and the function that says those of a field, or of a line of it. */
export function useRuleFaults() {
  const faults = use(RuleFaults)
  const t = useTranslations()
  const faultOf = (path: string): string | null => {
    const own = faults.filter((fault) => fault.path === path || fault.path.startsWith(`${path}[`))
    const said = own.slice(0, 5).map((fault) => {
      const line = /\[(\d+)\]$/.exec(fault.path)?.[1]
      return line === undefined ? sayFault(t, fault) : `${Number(line) + 1}: ${sayFault(t, fault)}`
    })
    return said.length === 0 ? null : said.join('; ')
  }
  return { faults, faultOf }
}
