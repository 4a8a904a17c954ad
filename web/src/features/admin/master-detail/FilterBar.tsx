import { useId, useState } from 'react'
import type { ReactNode } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { sanitizeDisplayText } from '../../../ui/sanitize-display-text.ts'
import { DateField } from '../../../ui/DateField.tsx'
import { useTranslations } from 'use-intl'

interface FilterBarProps {
  search?: ReactNode
  filters?: ReactNode
  count: number
  view?: ReactNode
  onClear?: (() => void) | undefined
}

export function FilterBar({ search, filters, count, view, onClear }: FilterBarProps) {
  const t = useTranslations()
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  const clear = onClear && (
    <Button
      small
      look="bare"
      data-clear=""
      className="min-h-9! px-2! py-1! pointer-coarse:min-h-11!"
      aria-label={t('adminUi.list.clear')}
      title={t('adminUi.list.clear')}
      onClick={onClear}
    >
      {t('adminUi.list.clearShort')}
    </Button>
  )
  return (
    <div className="@container">
      <div className="flex flex-wrap items-center gap-2">
        {search && <div className="min-w-0 flex-1 basis-32 @4xl:max-w-80 @4xl:basis-72">{search}</div>}
        {filters && (
          <>
            <Button
              small
              aria-expanded={isOpen}
              aria-controls={id}
              className="min-h-9! py-1! @4xl:hidden pointer-coarse:min-h-11!"
              onClick={() => setIsOpen(!isOpen)}
            >
              {t('adminUi.list.filters', { count })}
            </Button>
            <div
              id={id}
              className={`${isOpen ? 'flex' : onlySetFiltersClass} order-last w-full flex-wrap items-center gap-2 @4xl:contents`}
            >
              {filters}
              {clear}
            </div>
          </>
        )}
        {!filters && clear}
        {view && <div className={`ml-auto gap-2 ${filters && !isOpen ? 'hidden @4xl:flex' : 'flex'}`}>{view}</div>}
      </div>
    </div>
  )
}

/** A closed filter bar on a phone shows the filters that are set, so that they can be removed. */
const onlySetFiltersClass = 'hidden @max-4xl:has-data-set:flex @max-4xl:[&>:not([data-set],[data-clear])]:hidden'

const chipClass =
  'inline-flex min-h-9 max-w-full items-center rounded-control border text-small pointer-coarse:min-h-11 focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-seal '
const unsetClass = 'border-edge bg-sheet text-ink'
const setClass = 'border-seal bg-seal-tint text-ink'

interface FilterSelectProps<Value extends string> {
  label: string
  value: Value | ''
  options: readonly { value: Value; label: string }[]
  /** Called with an empty string when cleared. */
  onChange: (value: Value | '') => void
}

export function FilterDropdown<Value extends string>({ label, value, options, onChange }: FilterSelectProps<Value>) {
  const t = useTranslations()
  const id = useId()
  return (
    <span data-set={value === '' ? undefined : ''} className={chipClass + (value === '' ? unsetClass : setClass)}>
      <span id={id} className={value === '' ? 'hidden' : 'hidden pl-2.5 text-soft @4xl:block'}>
        {label}
      </span>
      <select
        aria-label={label}
        value={value}
        onChange={({ target }) => {
          const chosen = options.find((option) => option.value === target.value)
          onChange(chosen?.value ?? '')
        }}
        className="field-sizing-content min-h-8 max-w-40 cursor-pointer font-sans text-ink truncate rounded-control bg-transparent px-1.5 outline-none pointer-coarse:min-h-10"
      >
        {/* Unset, a chip shows its label. */}
        <option value="">{value === '' ? label : t('adminUi.list.every')}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      {value !== '' && <ClearFilterButton of={id} onClear={() => onChange('')} />}
    </span>
  )
}

interface FilterEntitySelectProps {
  label: string
  value: string | undefined
  items: readonly { id: string; name: string }[] | undefined
  onChange: (id: string) => void
}

/** A value from the URL stays an option even if it is not among the loaded items. */
export function FilterEntityDropdown({ label, value = '', items = [], onChange }: FilterEntitySelectProps) {
  const known = items.map(({ id, name }) => ({ value: id, label: sanitizeDisplayText(name, 64) || id }))
  const given =
    value === '' || items.some(({ id }) => id === value) ? [] : [{ value, label: sanitizeDisplayText(value, 64) }]
  return <FilterDropdown label={label} value={value} options={[...given, ...known]} onChange={onChange} />
}

interface FilterDateProps {
  label: string
  value: string
  min?: string | undefined
  max?: string | undefined
  onChange: (day: string) => void
}

export function FilterDateField({ label, value, onChange, ...rest }: FilterDateProps) {
  const id = useId()
  return (
    <span data-set={value === '' ? undefined : ''} className={chipClass + (value === '' ? unsetClass : setClass)}>
      <span hidden id={id}>
        {label}
      </span>
      <DateField isInLine label={label} value={value} onChange={onChange} {...rest} />
      {value !== '' && <ClearFilterButton of={id} onClear={() => onChange('')} />}
    </span>
  )
}

export function FilterChip({ what, onClear }: { what: string; onClear: () => void }) {
  const id = useId()
  return (
    <span data-set="" className={chipClass + setClass}>
      <span id={id} className="truncate pl-2.5">
        {what}
      </span>
      <ClearFilterButton of={id} onClear={onClear} />
    </span>
  )
}

function ClearFilterButton({ of, onClear }: { of: string; onClear: () => void }) {
  const t = useTranslations()
  return (
    <button
      type="button"
      aria-label={t('adminUi.list.takeBack')}
      aria-describedby={of}
      onClick={onClear}
      className="grid size-8 place-items-center rounded-control text-soft hover:text-ink pointer-coarse:size-10"
    >
      ×
    </button>
  )
}
