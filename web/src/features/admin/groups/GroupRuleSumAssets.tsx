import { useRef } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { useTranslations } from 'use-intl'
import { createEmptyGroupRuleSumAsset } from './group-rule-draft.ts'
import type { GroupRuleSumAsset } from './group-rule-draft.ts'
import { useGroupRuleErrors } from './group-rule-errors-context.ts'
import { translateGroupRuleError } from '../translate-group-rule-error.ts'
import { ruleFieldsClass, SentenceNote } from './inline-rule-controls.tsx'
import { useChainAssetControls } from './use-chain-asset-controls.tsx'

interface GroupRuleSumAssetsProps {
  places: readonly GroupRuleSumAsset[]
  path: string
  onChange: (places: readonly GroupRuleSumAsset[]) => void
}

export function GroupRuleSumAssets({ places, path, onChange }: GroupRuleSumAssetsProps) {
  const t = useTranslations()
  const add = useRef<HTMLSpanElement>(null)
  const { errors } = useGroupRuleErrors()
  const own = errors.filter((fault) => fault.path === path)
  return (
    <div className="grid min-w-0 grid-cols-1 gap-3 border-l-2 border-line pl-3">
      {places.map((place, index) => (
        <SumAsset
          key={place.key}
          place={place}
          path={`${path}[${index}]`}
          number={index + 1}
          onChange={(next) => onChange(places.with(index, next))}
          onRemove={() => {
            onChange(places.toSpliced(index, 1))
            add.current?.querySelector('button')?.focus()
          }}
        />
      ))}
      <SentenceNote isFault>{own.map((fault) => translateGroupRuleError(t, fault)).join('; ')}</SentenceNote>
      <span ref={add} className="justify-self-start">
        <Button small onClick={() => onChange([...places, createEmptyGroupRuleSumAsset()])}>
          {t('adminGroups.builder.addPlace')}
        </Button>
      </span>
    </div>
  )
}

interface SumAssetProps {
  place: GroupRuleSumAsset
  path: string
  number: number
  onChange: (place: GroupRuleSumAsset) => void
  onRemove: () => void
}

function SumAsset({ place, path, number, onChange, onRemove }: SumAssetProps) {
  const t = useTranslations()
  const { faultOf } = useGroupRuleErrors()
  const controls = useChainAssetControls({
    place,
    expects: 'either',
    chainFault: faultOf(`${path}.chain`),
    contractFault: faultOf(`${path}.contract`) ?? faultOf(path),
    onChange: (next) => onChange({ ...next, key: place.key }),
  })
  return (
    <div
      role="group"
      aria-label={t('adminGroups.builder.place', { number })}
      className="grid min-w-0 grid-cols-1 gap-1"
    >
      <div className={ruleFieldsClass}>
        {controls.contract}
        {controls.chain}
        <Button
          small
          look="bare"
          className="self-end max-sm:-ml-4 max-sm:justify-self-start"
          aria-label={t('adminGroups.builder.removePlace', { number })}
          onClick={onRemove}
        >
          {t('adminGroups.builder.remove')}
        </Button>
      </div>
      {controls.notes}
    </div>
  )
}
