// What the sign-in page will look like with what is chosen above, in both modes, made of the parts that the page is made of. Nothing in it
// can be used.
import type { Mode } from '@countersign/api/accent'
import { languageNames, languages } from '@countersign/api/languages'
import { WalletButton } from '../../../prove/WalletRow.tsx'
import { Band } from '../../../ui/Band.tsx'
import { Button } from '../../../ui/Button.tsx'
import { cleanText } from '../../../ui/clean-text.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { ProductLogo } from '../../../ui/ProductLogo.tsx'
import { Sheet } from '../../../ui/Section.tsx'
import { useChapter, useWords } from '../../../words/use-words.ts'
import { accentStyle } from '../accent-style.ts'
import { InBothModes } from '../InBothModes.tsx'
import type { Choices } from './settings.ts'

interface SitePreviewProps {
  draft: Choices
  /** The address of the logo that is there now. */
  logo: string | null
}

export function SitePreview({ draft, logo }: SitePreviewProps) {
  const { branding: words } = useChapter('adminSettings')
  return <InBothModes words={words}>{(mode) => <Page mode={mode} draft={draft} logo={logo} />}</InBothModes>
}

function Page({
  mode,
  draft: { name, colours, languages: offered, termsUrl, privacyUrl, helpUrl },
  logo,
}: SitePreviewProps & { mode: Mode }) {
  const { signIn, ui } = useWords()
  const { branding: words } = useChapter('adminSettings')
  const wallet = words.sampleWallet
  const links = [
    { url: termsUrl, label: ui.terms },
    { url: privacyUrl, label: ui.privacy },
    { url: helpUrl, label: ui.help },
  ].filter(({ url }) => url !== null)
  return (
    <div
      inert
      style={accentStyle(mode, colours[mode] ?? '')}
      className="grid overflow-hidden rounded-sheet border border-line bg-paper text-ink"
    >
      <Band className="text-seal opacity-45" />
      <div className="grid gap-4 p-5">
        <div className="grid gap-1">
          <p className="font-serif text-title">{signIn.title}</p>
          <p className="text-soft [overflow-wrap:anywhere]">{signIn.to(location.host)}</p>
        </div>
        <Sheet className="overflow-hidden">
          <WalletButton
            look={{ name: wallet, icon: null, distinction: null, key: wallet }}
            isBusy={false}
            isIdle={false}
            onChoose={() => undefined}
            end={<Icon name="next" size={18} className="text-soft" />}
          />
        </Sheet>
        <Button look="main">{signIn.title}</Button>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-5 py-3 text-caption text-soft">
        <span className="flex min-w-0 items-center gap-2 [overflow-wrap:anywhere]">
          {logo === null ? (
            <ProductLogo size={20} className="text-seal" />
          ) : (
            <img src={logo} alt="" width={20} height={20} className="size-5 shrink-0 object-contain" />
          )}
          {cleanText(name ?? '', 64) || ui.productName}
        </span>
        {links.length > 0 && (
          <span className="flex flex-wrap gap-x-4">
            {links.map(({ label }) => (
              <span key={label} className="underline underline-offset-4">
                {label}
              </span>
            ))}
          </span>
        )}
        {offered.length > 1 && (
          <span className="flex gap-3">
            {languages
              .filter((language) => offered.includes(language))
              .map((language) => (
                <span key={language} lang={language}>
                  {languageNames[language]}
                </span>
              ))}
          </span>
        )}
      </div>
    </div>
  )
}
