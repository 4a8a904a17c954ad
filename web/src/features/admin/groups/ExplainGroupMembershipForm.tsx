import { useState } from 'react'
import { useMutation } from '@tanstack/react-query'
import type { AdminApiEndpointOutput } from '@countersign/api/admin-api-endpoints'
import { callAdminApi } from '../../../api/admin-api-client.ts'
import { unwrapApiResult } from '../../../api/query-client.ts'
import type { ApiCallError } from '../../../api/query-client.ts'
import { useAnnounce } from '../../../ui/ScreenReaderAnnouncer.tsx'
import { Button } from '../../../ui/Button.tsx'
import { sanitizeDisplayText } from '../../../ui/sanitize-display-text.ts'
import { LoadErrorPanel } from '../../../ui/LoadErrorPanel.tsx'
import { InlineNotice } from '../../../ui/InlineNotice.tsx'
import { Card, PageSection } from '../../../ui/PageSection.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { useTranslations } from 'use-intl'
import { verbatimInputProps } from '../AdminConsoleForm.tsx'
import { getPersonLabel, PersonLink } from '../master-detail/PersonLink.tsx'
import { Table } from '../Table.tsx'

type ExplanationResult = AdminApiEndpointOutput<'explainMembership'>

export function ExplainGroupMembershipForm({ groupId }: { groupId: string }) {
  const t = useTranslations()
  const announce = useAnnounce()
  const [person, setPerson] = useState('')
  const [isTried, setIsTried] = useState(false)
  const given = person.trim()
  const explain = useMutation<ExplanationResult, ApiCallError, string>({
    mutationFn: async (asked) =>
      unwrapApiResult(await callAdminApi('explainMembership', { params: { group: groupId }, body: { person: asked } })),
    onSuccess: (answer) =>
      announce(t(`adminGroups.explain.outcomes.${answer.outcome}`, { who: getPersonLabel(answer.person) })),
  })
  return (
    <PageSection title={t('adminGroups.explain.title')}>
      <Card className="grid grid-cols-1 gap-4 px-4 py-5 sm:px-5">
        <p className="text-small text-soft">{t('adminGroups.explain.text')}</p>
        <form
          noValidate
          className="flex flex-wrap items-end gap-3"
          onSubmit={(event) => {
            event.preventDefault()
            setIsTried(true)
            if (given !== '' && !explain.isPending) explain.mutate(given)
          }}
        >
          <div className="max-w-120 min-w-0 flex-1 basis-72">
            <TextField
              label={t('adminGroups.explain.person')}
              value={person}
              maxLength={128}
              placeholder="0x…"
              {...verbatimInputProps}
              fault={isTried && given === '' ? t('adminGroups.explain.missing') : null}
              onChange={({ target }) => setPerson(target.value)}
            />
          </div>
          <Button
            type="submit"
            className="mb-1"
            busyLabel={explain.isPending ? t('adminGroups.explain.asking') : undefined}
          >
            {t('adminGroups.explain.ask')}
          </Button>
        </form>
      </Card>
      {explain.error && (
        <LoadErrorPanel problem={explain.error.problem} onRetry={() => given !== '' && explain.mutate(given)} />
      )}
      {explain.data && <ExplanationNotice explanation={explain.data} />}
    </PageSection>
  )
}

const outcomeTones = { member: 'verified', 'not-member': 'neutral', unknown: 'attention' } as const

function ExplanationNotice({ explanation: { person, outcome, parts } }: { explanation: ExplanationResult }) {
  const t = useTranslations()
  return (
    <div className="grid grid-cols-1 gap-3">
      <InlineNotice
        tone={outcomeTones[outcome]}
        title={t(`adminGroups.explain.outcomes.${outcome}`, { who: getPersonLabel(person) })}
      >
        <PersonLink person={person} />
      </InlineNotice>
      <GroupRuleResultTable parts={parts} />
    </div>
  )
}

const marks = { yes: '✓', no: '✗', unknown: '?' } as const

export function GroupRuleResultTable({ parts }: Pick<AdminApiEndpointOutput<'testRule'>, 'parts'>) {
  const t = useTranslations()
  return (
    <Table
      label={t('adminGroups.explain.parts')}
      items={parts}
      getKey={({ path }) => path}
      columns={[
        {
          id: 'part',
          head: t('adminGroups.explain.columns.part'),
          isRowHeader: true,
          cell: ({ path, sentence }) => (
            <span className="grid gap-0.5">
              <span>{sanitizeDisplayText(sentence, 400)}</span>
              <code className="font-mono text-caption text-soft">{sanitizeDisplayText(path, 120)}</code>
            </span>
          ),
        },
        {
          id: 'holds',
          head: t('adminGroups.explain.columns.holds'),
          cell: ({ holds }) => (
            <span className={holds === 'yes' ? 'text-seal' : holds === 'no' ? 'text-red' : 'text-amber'}>
              <span aria-hidden="true">{marks[holds]} </span>
              {t(`adminGroups.explain.holds.${holds}`)}
            </span>
          ),
        },
        {
          id: 'block',
          head: t('adminGroups.explain.columns.block'),
          cell: ({ block }) => (block === null ? '–' : <span className="tabular-nums">{block}</span>),
        },
      ]}
    />
  )
}
