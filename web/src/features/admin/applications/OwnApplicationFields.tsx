// Settings for the operator's own applications: no consent page, and one identifier per product.
import { useTranslations } from 'use-intl'
import { LoadErrorPanel } from '../../../ui/LoadErrorPanel.tsx'
import { sanitizeDisplayText } from '../../../ui/sanitize-display-text.ts'
import { SelectField } from '../../../ui/SelectField.tsx'
import { CheckboxGroup } from '../CheckboxGroup.tsx'
import { useAdminQuery } from '../admin-query-hooks.ts'
import { getApplicationDefinitionString } from './application-definition-draft.ts'
import { useApplicationDefinitionFormContext } from './use-application-definition-form.ts'

const firstPartyKinds = ['web', 'single-page', 'native']

export function OwnApplicationFields() {
  const { draft, faultOf, put } = useApplicationDefinitionFormContext()
  const t = useTranslations()
  const isFirstParty = draft.firstParty === true
  return (
    <>
      {(isFirstParty || firstPartyKinds.includes(getApplicationDefinitionString(draft, 'kind'))) && (
        <CheckboxGroup
          legend={t('adminApplications.own.consent')}
          hint={t('adminApplications.own.consentHint')}
          fault={faultOf('firstParty')}
          options={[{ value: 'first-party', label: t('adminApplications.own.firstParty') }]}
          chosen={isFirstParty ? ['first-party'] : []}
          onChange={(chosen) => put({ firstParty: chosen.length > 0 })}
        />
      )}
      <ProductField />
    </>
  )
}

function ProductField() {
  const { draft, faultOf, put } = useApplicationDefinitionFormContext()
  const t = useTranslations()
  const products = useAdminQuery('listProducts')
  const chosen = getApplicationDefinitionString(draft, 'product')
  const known = products.data?.items ?? []
  const fault = faultOf('product')
  if (products.error) return <LoadErrorPanel problem={products.error.problem} onRetry={() => void products.refetch()} />
  if (products.data && known.length === 0 && chosen === '')
    return <p className="text-small text-soft">{t('adminApplications.own.noProducts')}</p>
  // A chosen product stays visible, even if it no longer exists.
  const others = known.some(({ id }) => id === chosen) || chosen === '' ? [] : [{ id: chosen, name: chosen }]
  return (
    <div className="grid gap-1">
      <div className="grid max-w-80">
        <SelectField
          label={t('adminApplications.own.product')}
          value={chosen}
          options={[
            { value: '', label: t('adminApplications.own.noProduct') },
            ...[...known, ...others].map(({ id, name }) => ({ value: id, label: sanitizeDisplayText(name, 80) })),
          ]}
          onChange={(id) => put({ product: id === '' ? null : id })}
        />
      </div>
      <p className="text-small text-soft">{t('adminApplications.own.productHint')}</p>
      {fault !== null && (
        <p role="alert" className="text-small text-red">
          {fault}
        </p>
      )}
    </div>
  )
}
