// Editable pairs of a claim name and its value.
import { useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { useTranslations } from 'use-intl'
import { verbatimInputProps } from '../AdminConsoleForm.tsx'
import { toClaimValuesByName } from './claim-mapping-draft.ts'
import type { ClaimMappingDraftRow } from './claim-mapping-draft.ts'

interface ClaimRowsProps<Value> {
  label: string
  labels: { name: string; value: string; add: string }
  record: Readonly<Record<string, Value>>
  max: number
  parse: (text: string) => Value
  format: (value: Value) => string
  getError: (name: string) => string | null
  onChange: (record: Record<string, Value>) => void
}

export function ClaimNameValueFields<Value>({
  label,
  labels,
  record,
  max,
  parse,
  format,
  getError,
  onChange,
}: ClaimRowsProps<Value>) {
  const t = useTranslations()
  const [typed, setTyped] = useState<readonly ClaimMappingDraftRow[]>([])
  // Rows without a name are kept only in this state, until the record changes from outside.
  const isTyped = JSON.stringify(toClaimValuesByName(typed, parse)) === JSON.stringify(record)
  const rows = isTyped
    ? typed
    : Object.entries(record).map(([name, value]): ClaimMappingDraftRow => [name, format(value)])
  const change = (changed: readonly ClaimMappingDraftRow[]) => {
    setTyped(changed)
    onChange(toClaimValuesByName(changed, parse))
  }
  const put = (place: number, ...row: ClaimMappingDraftRow) => change(rows.with(place, row))
  return (
    <div role="group" aria-label={label} className="grid grid-cols-1 gap-3">
      {rows.map(([name, value], place) => (
        <div
          key={place}
          className="grid grid-cols-1 items-start gap-2 rounded-control border border-line p-3 sm:grid-cols-[1fr_1fr_auto]"
        >
          <TextField
            label={labels.name}
            fault={getError(name)}
            {...verbatimInputProps}
            maxLength={256}
            value={name}
            onChange={({ target }) => put(place, target.value.trim(), value)}
          />
          <TextField
            label={labels.value}
            {...verbatimInputProps}
            maxLength={256}
            value={value}
            onChange={({ target }) => put(place, name, target.value)}
          />
          <Button
            small
            className="justify-self-start sm:mt-7"
            aria-label={t('adminApplications.mapping.removeNamed', { name })}
            onClick={() => change(rows.toSpliced(place, 1))}
          >
            {t('adminApplications.mapping.remove')}
          </Button>
        </div>
      ))}
      {rows.length < max && (
        <Button small look="bare" className="-ml-4 justify-self-start" onClick={() => setTyped([...rows, ['', '']])}>
          {labels.add}
        </Button>
      )}
    </div>
  )
}
