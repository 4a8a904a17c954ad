// What the metadata document of an application asks for, and what an operator changed about that.
import { useLanguage } from '../../../i18n/use-language.ts'
import { listFormat, numberFormat } from '../../../ui/formats.ts'
import { useTranslations } from 'use-intl'
import { Fact } from '../Facts.tsx'
import type { ApplicationInFull } from './application-in-full.ts'

type Demands = Pick<
  NonNullable<ApplicationInFull['document']>,
  'dpopRequired' | 'pushedRequestRequired' | 'maximumAgeSeconds'
>

export function DocumentFacts({ application: { document, narrowing } }: { application: ApplicationInFull }) {
  const t = useTranslations()
  const { locale } = useLanguage()
  if (document === undefined) return null
  const list = (items: string[]): string =>
    items.length > 0 ? listFormat(locale, { type: 'unit' }).format(items) : t('adminApplications.document.none')
  const demands = ({ dpopRequired, pushedRequestRequired, maximumAgeSeconds }: Demands): string[] => [
    ...(dpopRequired ? [t('adminApplications.document.dpop')] : []),
    ...(pushedRequestRequired ? [t('adminApplications.document.pushed')] : []),
    ...(maximumAgeSeconds === null
      ? []
      : [t('adminApplications.document.age', { seconds: numberFormat(locale).format(maximumAgeSeconds) })]),
  ]
  const withheld = [...(narrowing?.withheldScopes ?? []), ...(narrowing?.withheldGrantTypes ?? [])]
  const added = narrowing?.addedScopes ?? []
  const changed = [
    ...(withheld.length > 0 ? [t('adminApplications.document.without', { names: list(withheld) })] : []),
    ...(added.length > 0 ? [t('adminApplications.document.added', { names: list(added) })] : []),
    ...(narrowing == null ? [] : demands(narrowing)),
  ]
  return (
    <>
      <Fact label={t('adminApplications.document.says')}>{list([...document.scopes, ...demands(document)])}</Fact>
      <Fact label={t('adminApplications.document.narrowed')}>{list(changed)}</Fact>
    </>
  )
}
