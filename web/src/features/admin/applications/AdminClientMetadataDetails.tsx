import { usePageLanguage } from '../../../i18n/page-language-context.ts'
import { getListFormat, getNumberFormat } from '../../../ui/memoized-intl-formats.ts'
import { useTranslations } from 'use-intl'
import { DescriptionItem } from '../DescriptionList.tsx'
import type { ApplicationDetailsResponse } from './application-details-response-type.ts'

type ClientRequirements = Pick<
  NonNullable<ApplicationDetailsResponse['document']>,
  'dpopRequired' | 'pushedRequestRequired' | 'maxAgeSeconds'
>

export function AdminClientMetadataDetails({
  application: { document, narrowing },
}: {
  application: ApplicationDetailsResponse
}) {
  const t = useTranslations()
  const { locale } = usePageLanguage()
  if (document === undefined) return null
  const list = (items: string[]): string =>
    items.length > 0 ? getListFormat(locale, { type: 'unit' }).format(items) : t('adminApplications.document.none')
  const demands = ({ dpopRequired, pushedRequestRequired, maxAgeSeconds }: ClientRequirements): string[] => [
    ...(dpopRequired ? [t('adminApplications.document.dpop')] : []),
    ...(pushedRequestRequired ? [t('adminApplications.document.pushed')] : []),
    ...(maxAgeSeconds === null
      ? []
      : [t('adminApplications.document.age', { seconds: getNumberFormat(locale).format(maxAgeSeconds) })]),
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
      <DescriptionItem label={t('adminApplications.document.says')}>
        {list([...document.scopes, ...demands(document)])}
      </DescriptionItem>
      <DescriptionItem label={t('adminApplications.document.narrowed')}>{list(changed)}</DescriptionItem>
    </>
  )
}
