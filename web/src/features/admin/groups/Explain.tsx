// Why one person does or does not belong to a group, part by part, read at this moment.
import { useState } from 'react'
import { useMutation } from '@tanstack/react-query'
import type { AdminAnswer } from '@countersign/api/admin-calls'
import { callAdmin } from '../../../api/admin-api.ts'
import { answerOf } from '../../../api/answers.ts'
import type { CallRefused } from '../../../api/answers.ts'
import { useAnnounce } from '../../../ui/Announcer.tsx'
import { Button } from '../../../ui/Button.tsx'
import { cleanText } from '../../../ui/clean-text.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { Section } from '../../../ui/Section.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { useTranslations } from 'use-intl'
import { verbatim } from '../form.tsx'
import { namePerson, PersonLink } from '../workbench/PersonLink.tsx'
import { Table } from '../Table.tsx'

type Explanation = AdminAnswer<'explainMembership'>

export function Explain({ groupId }: { groupId: string }) {
  const t = useTranslations()
  const announce = useAnnounce()
  const [person, setPerson] = useState('')
  const [isTried, setIsTried] = useState(false)
  const given = person.trim()
  const explain = useMutation<Explanation, CallRefused, string>({
    mutationFn: async (asked) =>
      answerOf(await callAdmin('explainMembership', { params: { group: groupId }, body: { person: asked } })),
    onSuccess: (answer) =>
      announce(t(`adminGroups.explain.outcomes.${answer.outcome}`, { who: namePerson(answer.person) })),
  })
  return (
    <Section title={t('adminGroups.explain.title')}>
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
        <div className="min-w-0 flex-1 basis-72">
          <TextField
            label={t('adminGroups.explain.person')}
            value={person}
            maxLength={128}
            {...verbatim}
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
      {explain.error && (
        <ErrorState problem={explain.error.problem} onRetry={() => given !== '' && explain.mutate(given)} />
      )}
      {explain.data && <Told explanation={explain.data} />}
    </Section>
  )
}

const tones = { member: 'verified', 'not-member': 'neutral', unknown: 'attention' } as const

function Told({ explanation: { person, outcome, parts } }: { explanation: Explanation }) {
  const t = useTranslations()
  return (
    <div className="grid grid-cols-1 gap-3">
      <Notice tone={tones[outcome]} title={t(`adminGroups.explain.outcomes.${outcome}`, { who: namePerson(person) })}>
        <PersonLink person={person} />
      </Notice>
      <PartsTable parts={parts} />
    </div>
  )
}

const marks = { yes: '✓', no: '✗', unknown: '?' } as const

/** What each part of a rule says of a person, and why. */
export function PartsTable({ parts }: Pick<AdminAnswer<'tryRule'>, 'parts'>) {
  const t = useTranslations()
  return (
    <Table
      label={t('adminGroups.explain.parts')}
      items={parts}
      keyOf={({ path }) => path}
      columns={[
        {
          id: 'part',
          head: t('adminGroups.explain.columns.part'),
          isHead: true,
          cell: ({ path, sentence }) => (
            <span className="grid gap-0.5">
              <span>{cleanText(sentence, 400)}</span>
              <code className="font-mono text-caption text-soft">{cleanText(path, 120)}</code>
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
