// Who may sign in to an application: which groups, by which ways, on which chains, and how long ago at most.
import { Choice } from '../../../ui/Choice.tsx'
import { cleanText } from '../../../ui/clean-text.ts'
import { TextField } from '../../../ui/TextField.tsx'
import { useChapter } from '../../../words/use-words.ts'
import { useAdminQuery } from '../queries.ts'
import { CheckBoxes } from './CheckBoxes.tsx'
import { textsOf } from './draft.ts'
import type { DefinitionFormProps } from './DefinitionForm.tsx'

const ages = [300, 900, 3600, 28_800, 86_400, 604_800]

export function PolicyFields({ draft, faults, onChange }: Pick<DefinitionFormProps, 'draft' | 'faults' | 'onChange'>) {
  const words = useChapter('adminApplications')
  const { policy } = words
  const groups = useAdminQuery('listGroups', { query: {} })
  const allowed = textsOf(draft, 'allowedGroups')
  const ways = textsOf(draft, 'ways')
  const age = typeof draft.maximumAgeSeconds === 'number' ? draft.maximumAgeSeconds : null
  const tell = (member: string) => {
    const fault = faults.find(({ path }) => path === member || path.startsWith(`${member}[`))?.message
    return fault === undefined ? null : words.fault(fault)
  }
  const known = groups.data?.items.map(({ id, name }) => ({ value: id, label: cleanText(name, 64) || id })) ?? []
  // What is chosen stays there, where it is not among the first groups.
  const options = [...known, ...allowed.filter((id) => !known.some(({ value }) => value === id)).map((id) => ({ value: id, label: cleanText(id, 64) }))]
  return (
    <>
      <CheckBoxes
        legend={policy.groups}
        hint={options.length === 0 ? policy.noGroups : policy.groupsHint}
        fault={tell('allowedGroups')}
        options={options}
        chosen={allowed}
        onChange={(chosen) => onChange({ allowedGroups: chosen })}
      />
      <CheckBoxes
        legend={policy.ways}
        hint={ways.length === 1 && ways[0] === 'passkey' ? policy.passkeyOnly : undefined}
        fault={tell('ways')}
        options={(['key', 'contract', 'passkey'] as const).map((value) => ({ value, label: policy.way[value] }))}
        chosen={ways}
        onChange={(chosen) => onChange({ ways: chosen })}
      />
      <TextField
        label={policy.chains}
        hint={policy.chainsHint}
        autoComplete="off"
        fault={tell('chains')}
        value={textsOf(draft, 'chains').join(',')}
        onChange={({ target }) => onChange({ chains: target.value === '' ? [] : target.value.split(',') })}
      />
      <div className="grid max-w-80">
        <Choice
          label={policy.age}
          value={String(age ?? '')}
          options={[{ value: '', label: policy.anyAge }, ...[...new Set([...ages, ...(age === null ? [] : [age])])].map((seconds) => ({ value: String(seconds), label: policy.seconds(seconds) }))]}
          onChange={(value) => onChange({ maximumAgeSeconds: value === '' ? null : Number(value) })}
        />
      </div>
    </>
  )
}
