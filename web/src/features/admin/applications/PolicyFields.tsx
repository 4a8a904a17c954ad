// Who may sign in to an application: which groups, by which ways, on which chains, and how long ago at most.
import { useState } from 'react'
import { ways as allWays } from '@countersign/api/ways'
import { knownChainName } from '../../sign-in/proof/known-chains.ts'
import { Button } from '../../../ui/Button.tsx'
import { Choice } from '../../../ui/Choice.tsx'
import { cleanText } from '../../../ui/clean-text.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { SkeletonRows } from '../../../ui/Skeleton.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import type { Translate } from '../../../i18n/translate.ts'
import { useTranslations } from 'use-intl'
import { CheckBoxes } from '../CheckBoxes.tsx'
import { useSettled } from '../form.tsx'
import { useAdminList, useAdminQuery } from '../queries.ts'
import { textsOf } from './draft.ts'
import { useDefinition } from './use-definition.ts'

const ages = [300, 900, 3600, 28_800, 86_400, 604_800]

export function PolicyFields() {
  const { draft, boxes, put } = useDefinition()
  const t = useTranslations()
  const presets = useAdminQuery('readPresets')
  const ways = textsOf(draft, 'ways')
  const chains = textsOf(draft, 'chains')
  const age = typeof draft.maximumAgeSeconds === 'number' ? draft.maximumAgeSeconds : null
  const read = presets.data?.chains ?? []
  // A chain that was chosen in a file, or before the server's settings were changed, can be removed here.
  const chainOptions = [...new Set([...read.map(({ id }) => id), ...chains])].map((id) => {
    const known = read.find((chain) => chain.id === id)
    const name = cleanText(known?.name ?? knownChainName(id) ?? '', 64)
    const label = t(`adminApplications.policy.${name === '' ? 'unnamedChain' : 'chain'}`, {
      name,
      id: cleanText(id, 64),
    })
    return {
      value: id,
      label: presets.data === undefined || known ? label : t('adminApplications.policy.unreadChain', { chain: label }),
    }
  })
  return (
    <>
      <GroupChoice />
      <CheckBoxes
        legend={t('adminApplications.policy.ways')}
        hint={ways.length === 1 && ways[0] === 'passkey' ? t('adminApplications.policy.passkeyOnly') : undefined}
        options={allWays.map((value) => ({ value, label: t(`adminApplications.policy.way.${value}`) }))}
        {...boxes('ways')}
        // Without contract wallets there is no chain to choose.
        onChange={(chosen) => put({ ways: chosen, ...(!chosen.includes('contract') && { chains: [] }) })}
      />
      {(ways.includes('contract') || chains.length > 0) && (
        <CheckBoxes
          legend={t('adminApplications.policy.chains')}
          hint={
            chainOptions.length === 0
              ? t('adminApplications.policy.noChains')
              : t('adminApplications.policy.chainsHint')
          }
          options={chainOptions}
          {...boxes('chains')}
        />
      )}
      <div className="grid max-w-80">
        <Choice
          label={t('adminApplications.policy.age')}
          value={String(age ?? '')}
          options={[
            { value: '', label: t('adminApplications.policy.anyAge') },
            ...[...new Set([...ages, ...(age === null ? [] : [age])])].map((seconds) => ({
              value: String(seconds),
              label: sayDuration(t, seconds),
            })),
          ]}
          onChange={(value) => put({ maximumAgeSeconds: value === '' ? null : Number(value) })}
        />
      </div>
    </>
  )
}

const units = [
  ['days', 86_400],
  ['hours', 3600],
  ['minutes', 60],
] as const

/** A duration in the largest unit that it is a whole number of. */
function sayDuration(t: Translate, seconds: number): string {
  const [unit, length] = units.find((one) => seconds % one[1] === 0) ?? ['seconds', 1]
  return t(`adminApplications.policy.seconds.${unit}`, { count: String(seconds / length) })
}

/** As many groups as can be looked over. */
const few = 12

/** The groups that may sign in. Where there are more than can be looked over, they are searched. */
function GroupChoice() {
  const { boxes } = useDefinition()
  const t = useTranslations()
  const [typed, setTyped] = useState('')
  const [search] = useSettled(typed.trim(), 250)
  const { chosen, ...bound } = boxes('allowedGroups')
  const groups = useAdminList('listGroups', { query: { ...(search !== '' && { search }), sort: 'name', order: 'asc' } })
  if (groups.data === undefined && !groups.error && search === '') return <SkeletonRows rows={2} />
  const found = groups.data?.pages.flatMap(({ items }) => items) ?? []
  // What is chosen stays in sight, whatever is searched for, and also where there is no such group any more.
  const others = chosen.filter((id) => !found.some((group) => group.id === id)).map((id) => ({ id, name: '' }))
  const shown = [...found, ...others].map(({ id, name }) => ({
    value: id,
    label: cleanText(name, 64) || cleanText(id, 64),
  }))
  const none = search === '' ? t('adminApplications.policy.noGroups') : t('adminApplications.policy.noSuchGroup')
  return (
    <div className="grid min-w-0 content-start gap-2">
      {(search !== '' || found.length > few || groups.hasNextPage) && (
        <TextField
          label={t('adminApplications.policy.searchGroups')}
          hint={t('adminApplications.policy.searchGroupsHint')}
          maxLength={128}
          autoComplete="off"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          // It is in a form of which it is no part.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      )}
      <CheckBoxes
        legend={t('adminApplications.policy.groups')}
        hint={groups.data && (shown.length > 0 ? t('adminApplications.policy.groupsHint') : none)}
        options={shown}
        chosen={chosen}
        {...bound}
      />
      {groups.error && <ErrorState problem={groups.error.problem} onRetry={() => void groups.refetch()} />}
      {groups.hasNextPage && (
        <Button
          small
          look="bare"
          className="-ml-4 justify-self-start"
          busyLabel={groups.isFetchingNextPage ? t('ui.loading') : undefined}
          onClick={() => groups.fetchNextPage()}
        >
          {t('adminApplications.policy.moreGroups')}
        </Button>
      )}
    </div>
  )
}
