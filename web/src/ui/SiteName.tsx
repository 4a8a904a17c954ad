// The logo and the name of the site, as they stand on every page: its own where it has any.
import { useTranslations } from 'use-intl'
import { ProductLogo } from './ProductLogo.tsx'
import { useLanguage } from '../i18n/use-language.ts'

/** @param size of the logo, in pixels */
export function SiteName({ size }: { size: number }) {
  const { site } = useLanguage()
  const t = useTranslations()
  const logo = site?.mark ?? null
  return (
    <>
      {logo === null ? (
        <ProductLogo size={size} className="text-seal" />
      ) : (
        <img src={logo} alt="" width={size} height={size} className="shrink-0" />
      )}
      {site?.name ?? t('ui.productName')}
    </>
  )
}
