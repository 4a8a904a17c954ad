// The logo and the name of the site, as they stand on every page: its own where it has any.
import { ProductLogo } from './ProductLogo.tsx'
import { useSpeech } from '../words/use-words.ts'

/** @param size of the logo, in pixels */
export function SiteName({ size }: { size: number }) {
  const { words, site } = useSpeech()
  const logo = site?.mark ?? null
  return (
    <>
      {logo === null ? (
        <ProductLogo size={size} className="text-seal" />
      ) : (
        <img src={logo} alt="" width={size} height={size} className="shrink-0" />
      )}
      {site?.name ?? words.ui.productName}
    </>
  )
}
