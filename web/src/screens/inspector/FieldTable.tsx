// Every field of a well-formed message: what it is called, what it says, and what that means.
import type { FoundField } from '@countersign/inspector/findings'
import { Address, FullAddress } from '../../ui/Address.tsx'
import { useTranslations } from 'use-intl'
import { Exact, Part } from './Part.tsx'

export function FieldTable({ fields }: { fields: readonly FoundField[] }) {
  const t = useTranslations()
  const names = [...new Set(fields.map(({ field }) => field))]
  return (
    <Part title={t('inspector.says')}>
      <dl className="grid divide-y divide-line">
        {names.map((name) => (
          <div key={name} className="grid gap-x-4 gap-y-1 py-3 sm:grid-cols-[9.5rem_1fr]">
            <dt className="text-small font-semibold">{t(`inspector.fields.${name}.name`)}</dt>
            <dd className="grid min-w-0 gap-1">
              {fields
                .filter(({ field }) => field === name)
                .map(({ place, value }) => (
                  <FieldValue key={place.offset} name={name} value={value} />
                ))}
              <p className="text-small text-soft">{t(`inspector.fields.${name}.meaning`)}</p>
            </dd>
          </div>
        ))}
      </dl>
    </Part>
  )
}

function FieldValue({ name, value }: { name: FoundField['field']; value: string }) {
  const t = useTranslations()
  if (name === 'address') {
    return (
      <div className="grid gap-2">
        <Address address={value} rosetteSize={48} />
        <FullAddress address={value} />
      </div>
    )
  }
  if (value === '') return <p className="text-soft">{t('inspector.nothing')}</p>
  return name === 'statement' ? (
    <p className="font-serif text-lead [overflow-wrap:anywhere]">{value}</p>
  ) : (
    <Exact>{value}</Exact>
  )
}
