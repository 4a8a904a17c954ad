import { useTranslations } from 'use-intl'
import { usePageLanguage } from '../i18n/page-language-context.ts'
import { productLogoSvgPaths, productLogoStrokeWidths } from './product-logo-svg-paths.ts'

export function BrandLogoAndName({ size }: { size: number }) {
  const { site } = usePageLanguage()
  const t = useTranslations()
  const logo = site?.logo ?? null
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

function ProductLogo({ size, className = '' }: { size: number; className?: string }) {
  return (
    <svg
      viewBox="0 0 100 100"
      width={size}
      height={size}
      aria-hidden="true"
      className={`shrink-0 ${className}`}
      fill="none"
      stroke="currentColor"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {productLogoSvgPaths.braid.map((strand) => (
        <path key={strand} d={strand} strokeWidth={productLogoStrokeWidths.braid} />
      ))}
      <path d={productLogoSvgPaths.check} strokeWidth={productLogoStrokeWidths.check} />
    </svg>
  )
}
