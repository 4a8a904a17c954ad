// The mark and the name of the site, as they stand on every page: its own where it has any.
import { siteBranding } from './branding.ts'
import { Mark } from './Mark.tsx'
import { useWords } from '../words/use-words.ts'

/** @param size of the mark, in pixels */
export function SiteName({ size }: { size: number }) {
  const words = useWords()
  const mark = siteBranding?.mark ?? null
  return (
    <>
      {mark === null ? (
        <Mark size={size} className="text-seal" />
      ) : (
        <img src={mark} alt="" width={size} height={size} className="shrink-0" />
      )}
      {siteBranding?.name ?? words.ui.productName}
    </>
  )
}
