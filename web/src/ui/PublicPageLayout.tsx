import type { ReactNode } from 'react'
import { DecorativeWaveBorder } from './DecorativeWaveBorder.tsx'
import { LanguageSelect } from './LanguageSelect.tsx'
import { Identicon } from './Identicon.tsx'
import { OperatorPolicyLinks } from './OperatorPolicyLinks.tsx'
import { BrandLogoAndName } from './BrandLogoAndName.tsx'

/** Space above the column that does not depend on its content, so that a changed height moves nothing. */
const fixedTopRows = { gridTemplateRows: 'auto clamp(0px, (100dvh - 51.5rem) * 0.4, 8rem) auto 1fr auto' }

export function PublicPageLayout({ isTopFixed = false, children }: { isTopFixed?: boolean; children: ReactNode }) {
  return (
    <div
      className="relative isolate grid min-h-dvh grid-rows-[auto_2fr_auto_3fr_auto] overflow-x-clip"
      style={isTopFixed ? fixedTopRows : undefined}
    >
      <DecorativeWaveBorder className="text-seal opacity-45" />
      <Watermark />
      <main className="row-start-3 mx-auto w-full max-w-[26rem] px-5 py-8">
        <div className="unprinted">{children}</div>
      </main>
      <footer className="row-start-5 flex flex-wrap items-center justify-between gap-x-4 px-5 py-3 text-soft">
        <span className="flex items-center gap-2 text-caption">
          <BrandLogoAndName size={20} />
        </span>
        <OperatorPolicyLinks />
        <LanguageSelect />
      </footer>
    </div>
  )
}

function Watermark() {
  return (
    <div aria-hidden="true" className="pointer-events-none fixed inset-0 -z-20 overflow-hidden">
      <Identicon identifier="countersign" size={1080} className="watermark" />
    </div>
  )
}
