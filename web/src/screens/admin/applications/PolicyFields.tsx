// Who may sign in to an application: which groups, by which ways, on which chains, and how long ago at most.
import { ways as allWays } from '@countersign/api/ways'
import { knownChainName } from '../../../prove/known-chains.ts'
import { Choice } from '../../../ui/Choice.tsx'
import { cleanText } from '../../../ui/clean-text.ts'
import { useChapter } from '../../../words/use-words.ts'
import { useAdminQuery } from '../queries.ts'
import { CheckBoxes } from '../CheckBoxes.tsx'
import { textsOf } from './draft.ts'
import type { DefinitionFormProps } from './definition-form-props.ts'
import { GroupChoice } from './GroupChoice.tsx'

const ages = [300, 900, 3600, 28_800, 86_400, 604_800]

export function PolicyFields({ draft, faults, onChange }: Pick<DefinitionFormProps, 'draft' | 'faults' | 'onChange'>) {
  const words = useChapter('adminApplications')
  const { policy } = words
  const presets = useAdminQuery('readPresets')
  const allowed = textsOf(draft, 'allowedGroups')
  const ways = textsOf(draft, 'ways')
  const age = typeof draft.maximumAgeSeconds === 'number' ? draft.maximumAgeSeconds : null
  const tell = (member: string) => {
    const fault = faults.find(({ path }) => path === member || path.startsWith(`${member}[`))
    return fault === undefined ? null : words.fault(fault)
  }
  const chains = textsOf(draft, 'chains')
  const read = presets.data?.chains ?? []
  const nameOf = (id: string) => read.find((chain) => chain.id === id)?.name ?? knownChainName(id)
  // One that was chosen in a file, or before the server's settings were changed, can be taken away here.
  const chainOptions = [...new Set([...read.map(({ id }) => id), ...chains])].map((id) => {
    const label = policy.chain(cleanText(nameOf(id) ?? '', 64), cleanText(id, 64))
    return {
      value: id,
      label: presets.data === undefined || read.some((chain) => chain.id === id) ? label : policy.unreadChain(label),
    }
  })
  return (
    <>
      <GroupChoice
        chosen={allowed}
        fault={tell('allowedGroups')}
        onChange={(chosen) => onChange({ allowedGroups: chosen })}
      />
      <CheckBoxes
        legend={policy.ways}
        hint={ways.length === 1 && ways[0] === 'passkey' ? policy.passkeyOnly : undefined}
        fault={tell('ways')}
        options={allWays.map((value) => ({ value, label: policy.way[value] }))}
        chosen={ways}
        // Without contract wallets there is no chain to choose.
        onChange={(chosen) => onChange({ ways: chosen, ...(!chosen.includes('contract') && { chains: [] }) })}
      />
      {(ways.includes('contract') || chains.length > 0) && (
        <CheckBoxes
          legend={policy.chains}
          hint={chainOptions.length === 0 ? policy.noChains : policy.chainsHint}
          fault={tell('chains')}
          options={chainOptions}
          chosen={chains}
          onChange={(chosen) => onChange({ chains: chosen })}
        />
      )}
      <div className="grid max-w-80">
        <Choice
          label={policy.age}
          value={String(age ?? '')}
          options={[
            { value: '', label: policy.anyAge },
            ...[...new Set([...ages, ...(age === null ? [] : [age])])].map((seconds) => ({
              value: String(seconds),
              label: policy.seconds(seconds),
            })),
          ]}
          onChange={(value) => onChange({ maximumAgeSeconds: value === '' ? null : Number(value) })}
        />
      </div>
    </>
  )
}
