// If a chain must be read, only a sample of people is checked until the user asks for more.
import { useEffect, useState } from 'react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useAnnounce } from '../../../ui/ScreenReaderAnnouncer.tsx'
import { Button } from '../../../ui/Button.tsx'
import { LoadErrorPanel } from '../../../ui/LoadErrorPanel.tsx'
import { PageSection, Card } from '../../../ui/PageSection.tsx'
import { useTranslations } from 'use-intl'
import { useDebouncedValue } from '../AdminConsoleForm.tsx'
import { PersonLink } from '../master-detail/PersonLink.tsx'
import { createAdminQueryOptions } from '../admin-query-hooks.ts'
import type { GroupRuleObject } from './group-rule-draft.ts'
import type { GroupRulePreviewError } from './group-rule-errors-context.ts'

/** @param rule null while the rule is not valid */
export function useGroupRuleMatchingPeopleCount(rule: GroupRuleObject | null) {
  const text = rule === null ? '' : JSON.stringify(rule)
  const [settled] = useDebouncedValue(text, 400)
  const [whole, setWhole] = useState('')
  const current = text === settled || text === whole ? text : ''
  const body = { rule: JSON.parse(current || '{}') as GroupRuleObject, live: current !== whole }
  const query = useQuery({
    ...createAdminQueryOptions('previewRule', { body }),
    enabled: current !== '',
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
  })
  return {
    preview: rule === null ? null : (query.data ?? null),
    problem: current === '' || query.isFetching ? null : (query.error?.problem ?? null),
    isCounting: rule !== null && (current === '' || query.isFetching),
    lookAtMore: () => (text === whole ? void query.refetch() : setWhole(text)),
  }
}

interface GroupRuleMatchCountProps {
  counted: ReturnType<typeof useGroupRuleMatchingPeopleCount>
  onFaults: (errors: readonly GroupRulePreviewError[]) => void
}

export function GroupRuleMatchingPeopleCount({
  counted: { preview, problem, isCounting, lookAtMore },
  onFaults,
}: GroupRuleMatchCountProps) {
  const t = useTranslations()
  const announce = useAnnounce()
  const isFaulty = preview !== null && preview.errors.length > 0
  const said =
    preview === null
      ? null
      : isFaulty
        ? t('adminGroups.preview.faulty')
        : t('adminGroups.preview.matching', { matching: preview.matching, looked: preview.evaluated })
  const toSay = isCounting ? null : said
  useEffect(() => {
    if (toSay !== null) announce(toSay)
  }, [announce, toSay])
  if (problem) return <LoadErrorPanel problem={problem} onRetry={lookAtMore} />
  return (
    <div className="flex min-h-8 flex-wrap items-center gap-x-4 gap-y-1 text-small pointer-coarse:min-h-11">
      {said !== null && <p className={isFaulty ? 'text-soft' : 'font-semibold tabular-nums'}>{said}</p>}
      {preview !== null && !isFaulty && preview.unknown > 0 && (
        <p className="text-amber">{t('adminGroups.preview.unknown', { count: preview.unknown })}</p>
      )}
      {isCounting && <p className="text-caption text-soft">{t('adminGroups.preview.counting')}</p>}
      {!isCounting && isFaulty && (
        <Button small look="bare" className="-mx-4" onClick={() => onFaults(preview.errors)}>
          {t('adminGroups.preview.showFaults')}
        </Button>
      )}
      {!isCounting && preview?.more === true && (
        <Button small look="bare" className="-mx-4" onClick={lookAtMore}>
          {t('adminGroups.preview.more', { people: preview.people })}
        </Button>
      )}
    </div>
  )
}

export function GroupRuleMatchingPeoplePreview({ counted: { preview } }: Pick<GroupRuleMatchCountProps, 'counted'>) {
  const t = useTranslations()
  const sample = preview?.sample ?? []
  return (
    <PageSection title={t('adminGroups.preview.title')}>
      <p className="text-small text-soft">{t('adminGroups.preview.text')}</p>
      {sample.length > 0 && (
        <Card className="px-4 py-4 sm:px-5">
          <ul aria-label={t('adminGroups.preview.sample')} className="grid gap-2 sm:grid-cols-2">
            {sample.map((person) => (
              <li key={person.id} className="min-w-0">
                <PersonLink person={person} />
              </li>
            ))}
          </ul>
        </Card>
      )}
    </PageSection>
  )
}
