// If a chain must be read, only a sample of people is checked until the user asks for more.
import { useEffect, useState } from 'react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { AdminApiEndpointOutput } from '@countersign/api/admin-api-endpoints'
import { useAnnounce } from '../../../ui/ScreenReaderAnnouncer.tsx'
import { Button } from '../../../ui/Button.tsx'
import { LoadErrorPanel } from '../../../ui/LoadErrorPanel.tsx'
import { PageSection, Card } from '../../../ui/PageSection.tsx'
import { useTranslations } from 'use-intl'
import { useDebouncedValue } from '../AdminConsoleForm.tsx'
import { PersonLink } from '../master-detail/PersonLink.tsx'
import { createAdminQueryOptions } from '../admin-query-hooks.ts'
import { isGroupRuleFieldEmpty } from '../rehearsal/is-group-rule-field-empty.ts'
import type { GroupRuleObject } from './group-rule-draft.ts'
import type { GroupRulePreviewError } from '../translate-group-rule-error.ts'

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

interface GroupRuleMatchingPeopleProps {
  rule: GroupRuleObject | null
  counted: ReturnType<typeof useGroupRuleMatchingPeopleCount>
  isJson: boolean
  onFaults: (errors: readonly GroupRulePreviewError[]) => void
}

export function GroupRuleMatchingPeople({ rule, counted, isJson, onFaults }: GroupRuleMatchingPeopleProps) {
  const t = useTranslations()
  const { preview, problem, isCounting, lookAtMore } = counted
  const isFaulty = preview !== null && preview.errors.length > 0
  // What is still empty is obvious from the form.
  const isIncomplete = isFaulty && preview.errors.every(({ path }) => isGroupRuleFieldEmpty(rule, path))
  useAnnounceCount(counted, isIncomplete)
  if (!problem && (isIncomplete || (preview === null && !isJson))) return null
  return (
    <PageSection title={t('adminGroups.preview.title')}>
      <Card className="grid grid-cols-1 gap-3 px-4 py-4 sm:px-5">
        {problem && <LoadErrorPanel problem={problem} onRetry={lookAtMore} />}
        {!problem && (
          <div className="flex min-h-8 flex-wrap items-baseline gap-x-3 gap-y-1">
            {isJson && preview === null && <p className="text-soft">{t('adminGroups.preview.notJson')}</p>}
            {isFaulty && <p className="text-soft">{t('adminGroups.preview.faulty')}</p>}
            {preview !== null && !isFaulty && (
              <p className="text-small text-soft tabular-nums">
                {t.rich('adminGroups.preview.matching', {
                  matching: preview.matching,
                  looked: preview.evaluated,
                  strong: (chunks) => (
                    <strong key="count" className="block font-serif text-title font-medium text-ink">
                      {chunks}
                    </strong>
                  ),
                })}
              </p>
            )}
            {isCounting && <p className="text-caption text-soft">{t('adminGroups.preview.counting')}</p>}
          </div>
        )}
        {!problem && preview !== null && !isFaulty && <MatchingPeople preview={preview} />}
        {!isCounting && isFaulty && (
          <span>
            <Button small onClick={() => onFaults(preview.errors)}>
              {t('adminGroups.preview.showFaults')}
            </Button>
          </span>
        )}
        {!isCounting && preview?.more === true && (
          <span>
            <Button small onClick={lookAtMore}>
              {t('adminGroups.preview.more', { people: preview.people })}
            </Button>
          </span>
        )}
        <p className="text-caption text-soft">{t('adminGroups.preview.text')}</p>
      </Card>
    </PageSection>
  )
}

function useAnnounceCount({ preview, isCounting }: GroupRuleMatchingPeopleProps['counted'], isIncomplete: boolean) {
  const t = useTranslations()
  const announce = useAnnounce()
  const text =
    isCounting || preview === null || isIncomplete
      ? null
      : preview.errors.length > 0
        ? t('adminGroups.preview.faulty')
        : t('adminGroups.preview.matchingText', { matching: preview.matching, looked: preview.evaluated })
  useEffect(() => {
    if (text !== null) announce(text)
  }, [announce, text])
}

const maxShownPeople = 8

function MatchingPeople({ preview }: { preview: AdminApiEndpointOutput<'previewRule'> }) {
  const t = useTranslations()
  const { sample, matching, unknown } = preview
  const shown = sample.slice(0, maxShownPeople)
  return (
    <>
      {shown.length > 0 && (
        <ul aria-label={t('adminGroups.preview.sample')} className="grid grid-cols-1 gap-2">
          {shown.map((person) => (
            <li key={person.id} className="min-w-0">
              <PersonLink person={person} />
            </li>
          ))}
        </ul>
      )}
      {shown.length > 0 && matching > shown.length && (
        <p className="text-small text-soft">{t('adminGroups.preview.others', { count: matching - shown.length })}</p>
      )}
      {matching === 0 && unknown === 0 && <p className="text-small text-soft">{t('adminGroups.preview.none')}</p>}
      {unknown > 0 && (
        <p className="text-small">
          <span className="text-amber">{t('adminGroups.preview.unknown', { count: unknown })}</span>{' '}
          <span className="text-soft">{t('adminGroups.preview.unknownText')}</span>
        </p>
      )}
    </>
  )
}
