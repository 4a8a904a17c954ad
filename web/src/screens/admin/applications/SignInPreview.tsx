// What the sign-in of an application looks like, made of the parts that the sign-in page is made of. Nothing in it can be used.
import type { Mode } from '@countersign/api/accent'
import { LogoOrRosette } from '../../../applications/LogoOrRosette.tsx'
import { shownName } from '../../../applications/shown-name.ts'
import { WalletButton } from '../../../prove/WalletRow.tsx'
import { siteBranding } from '../../../ui/branding.ts'
import { Button } from '../../../ui/Button.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { Sheet } from '../../../ui/Section.tsx'
import { useChapter, useWords } from '../../../words/use-words.ts'
import { accentStyle } from '../accent-style.ts'
import { InBothModes } from '../InBothModes.tsx'
import { colourOf, textOf, textsOf } from './draft.ts'
import type { Definition } from './draft.ts'

export function SignInPreview({ draft, logo = null }: { draft: Definition; logo?: string | null }) {
  const { look } = useChapter('adminApplications')
  return <InBothModes words={look}>{(mode) => <Page mode={mode} draft={draft} logo={logo} />}</InBothModes>
}

function Page({ mode, draft, logo }: { mode: Mode; draft: Definition; logo: string | null }) {
  const { signIn } = useWords()
  const words = useChapter('interaction')
  const { look } = useChapter('adminApplications')
  const id = textOf(draft, 'id')
  const name = shownName({ id, name: textOf(draft, 'name') }) || '…'
  const destination = hostOf(textsOf(draft, 'redirectUris').find((address) => address !== ''))
  return (
    <div
      inert
      style={accentStyle(mode, colourOf(draft, mode), siteBranding?.accents[mode])}
      className="grid gap-4 overflow-hidden rounded-sheet border border-line bg-paper p-5 text-ink"
    >
      <div className="flex items-center gap-4">
        <LogoOrRosette application={{ id, logo }} size={56} />
        <div className="grid min-w-0 flex-1 gap-1">
          <p className="font-serif text-title">{signIn.title}</p>
          <p className="text-soft [overflow-wrap:anywhere]">{words.to(name)}</p>
        </div>
      </div>
      {destination !== null && (
        <p className="text-small text-soft [overflow-wrap:anywhere]">{words.destination(destination)}</p>
      )}
      <Sheet className="overflow-hidden">
        <ul className="divide-y divide-line">
          {[look.sampleWallet, look.sampleOther].map((wallet) => (
            <li key={wallet}>
              <WalletButton
                look={{ name: wallet, icon: null, distinction: null, key: wallet }}
                isBusy={false}
                isIdle={false}
                onChoose={() => undefined}
                end={<Icon name="next" size={18} className="text-soft" />}
              />
            </li>
          ))}
        </ul>
      </Sheet>
      <Button look="main">{signIn.title}</Button>
    </div>
  )
}

function hostOf(address: string | undefined): string | null {
  return address === undefined ? null : (URL.parse(address)?.host ?? null)
}
