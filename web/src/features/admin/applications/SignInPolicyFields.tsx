import { useState } from 'react'
import { signInMethods } from '@countersign/api/sign-in-methods'
import { findChainName } from '../../sign-in/proof-flow/find-chain-name.ts'
import { Button } from '../../../ui/Button.tsx'
import { SelectField } from '../../../ui/SelectField.tsx'
import { sanitizeDisplayText } from '../../../ui/sanitize-display-text.ts'
import { LoadErrorPanel } from '../../../ui/LoadErrorPanel.tsx'
import { SkeletonRows } from '../../../ui/SkeletonRows.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import type { Translate } from '../../../i18n/ui-translation-functions.ts'
import { useTranslations } from 'use-intl'
import { CheckboxGroup } from '../CheckboxGroup.tsx'
import { useDebouncedValue } from '../AdminConsoleForm.tsx'
import { useAdminListQuery, useAdminQuery } from '../admin-query-hooks.ts'
import { getApplicationDefinitionStringList } from './application-definition-draft.ts'
import { useApplicationDefinitionFormContext } from './use-application-definition-form.ts'

const maxAgeOptions = [300, 900, 3600, 28_800, 86_400, 604_800]

export function SignInPolicyFields() {
  const { draft, boxes, put } = useApplicationDefinitionFormContext()
  const t = useTranslations()
  const presets = useAdminQuery('readPresets')
  const ways = getApplicationDefinitionStringList(draft, 'signInMethods')
  const chains = getApplicationDefinitionStringList(draft, 'chains')
  const age = typeof draft.maxAgeSeconds === 'number' ? draft.maxAgeSeconds : null
  const read = presets.data?.chains ?? []
  // Chains that are no longer configured are kept, so that they can be removed.
  const chainOptions = [...new Set([...read.map(({ id }) => id), ...chains])].map((id) => {
    const known = read.find((chain) => chain.id === id)
    const name = sanitizeDisplayText(known?.name ?? findChainName(id) ?? '', 64)
    const label = t(`adminApplications.policy.${name === '' ? 'unnamedChain' : 'chain'}`, {
      name,
      id: sanitizeDisplayText(id, 64),
    })
    return {
      value: id,
      label: presets.data === undefined || known ? label : t('adminApplications.policy.unreadChain', { chain: label }),
    }
  })
  return (
    <>
      <AllowedGroupsField />
      <CheckboxGroup
        hasColumns
        legend={t('adminApplications.policy.ways')}
        hint={ways.length === 1 && ways[0] === 'passkey' ? t('adminApplications.policy.passkeyOnly') : undefined}
        options={signInMethods.map((value) => ({ value, label: t(`adminApplications.policy.way.${value}`) }))}
        {...boxes('signInMethods')}
        onChange={(chosen) => put({ signInMethods: chosen, ...(!chosen.includes('contract') && { chains: [] }) })}
      />
      {(ways.includes('contract') || chains.length > 0) && (
        <CheckboxGroup
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
      <div className="border-t border-line pt-4">
        <div className="grid max-w-80">
          <SelectField
            isFormField
            label={t('adminApplications.policy.age')}
            value={String(age ?? '')}
            options={[
              { value: '', label: t('adminApplications.policy.anyAge') },
              ...[...new Set([...maxAgeOptions, ...(age === null ? [] : [age])])].map((seconds) => ({
                value: String(seconds),
                label: formatDuration(t, seconds),
              })),
            ]}
            onChange={(value) => put({ maxAgeSeconds: value === '' ? null : Number(value) })}
          />
        </div>
      </div>
    </>
  )
}

const durationUnits = [
  ['days', 86_400],
  ['hours', 3600],
  ['minutes', 60],
] as const

function formatDuration(t: Translate, seconds: number): string {
  const [unit, length] = durationUnits.find((one) => seconds % one[1] === 0) ?? ['seconds', 1]
  return t(`adminApplications.policy.seconds.${unit}`, { count: String(seconds / length) })
}

const maxListedGroups = 12

function AllowedGroupsField() {
  const { boxes } = useApplicationDefinitionFormContext()
  const t = useTranslations()
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), 250)
  const { chosen, ...bound } = boxes('allowedGroups')
  const groups = useAdminListQuery('listGroups', {
    query: { ...(search !== '' && { search }), sort: 'name', order: 'asc' },
  })
  if (groups.data === undefined && !groups.error && search === '') return <SkeletonRows rows={2} />
  const found = groups.data?.pages.flatMap(({ items }) => items) ?? []
  // Chosen groups stay visible, even if they no longer exist.
  const others = chosen.filter((id) => !found.some((group) => group.id === id)).map((id) => ({ id, name: '' }))
  const shown = [...found, ...others].map(({ id, name }) => ({
    value: id,
    label: sanitizeDisplayText(name, 64) || sanitizeDisplayText(id, 64),
  }))
  const none = search === '' ? t('adminApplications.policy.noGroups') : t('adminApplications.policy.noSuchGroup')
  return (
    <div className="grid min-w-0 content-start gap-2">
      {(search !== '' || found.length > maxListedGroups || groups.hasNextPage) && (
        <TextField
          label={t('adminApplications.policy.searchGroups')}
          hint={t('adminApplications.policy.searchGroupsHint')}
          maxLength={128}
          autoComplete="off"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          // Enter must not submit the surrounding form.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      )}
      <CheckboxGroup
        hasColumns
        legend={t('adminApplications.policy.groups')}
        hint={groups.data && (shown.length > 0 ? t('adminApplications.policy.groupsHint') : none)}
        options={shown}
        chosen={chosen}
        {...bound}
      />
      {groups.error && <LoadErrorPanel problem={groups.error.problem} onRetry={() => void groups.refetch()} />}
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
