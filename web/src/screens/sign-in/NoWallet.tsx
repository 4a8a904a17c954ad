// No wallet in this browser. On a computer: use the phone, or get one. On a phone: open this page inside a wallet's app.
import { useState } from 'react'
import { isLocal } from '../../demonstration-wallet/is-local.ts'
import { useAnnounce } from '../../ui/Announcer.tsx'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Sheet } from '../../ui/Section.tsx'
import { useWords } from '../../words/use-words.ts'
import { StageHeading } from './StageHeading.tsx'
import { walletLinks } from './wallet-links.ts'

export function NoWallet({ isPhone, onReload }: { isPhone: boolean; onReload: () => void }) {
  return isPhone ? <OnPhone onReload={onReload} /> : <OnComputer onReload={onReload} />
}

function OnComputer({ onReload }: { onReload: () => void }) {
  const words = useWords().signIn.noWallet
  return (
    <>
      <div className="grid gap-1">
        <StageHeading title={words.title} />
        <p className="text-soft">{words.text}</p>
      </div>
      <Sheet className="divide-y divide-line">
        {/* A phone cannot open a page that only this machine serves. */}
        {!isLocal(location.hostname) && (
          <div className="grid gap-2 px-4 py-4">
            <h3 className="font-sans font-semibold">{words.phoneTitle}</h3>
            <p className="text-small text-soft">{words.phoneText}</p>
            <PageAddress />
          </div>
        )}
        <div className="grid gap-2 px-4 py-4">
          <h3 className="font-sans font-semibold">{words.getTitle}</h3>
          <p className="text-small text-soft">{words.getText}</p>
        </div>
      </Sheet>
      <Button look="main" onClick={onReload}>
        {words.reload}
      </Button>
    </>
  )
}

function OnPhone({ onReload }: { onReload: () => void }) {
  const words = useWords().signIn
  return (
    <>
      <div className="grid gap-1">
        <StageHeading title={words.noWalletOnPhone.title} />
        <p className="text-soft">{words.noWalletOnPhone.text}</p>
      </div>
      <Sheet className="overflow-hidden">
        <ul className="divide-y divide-line">
          {walletLinks(location.href).map((link) => (
            <li key={link.name}>
              <a
                href={link.href}
                rel="noreferrer"
                className="flex min-h-14 items-center justify-between gap-3 px-4 py-2 font-semibold no-underline -outline-offset-2 transition-colors hover:bg-sunk active:bg-sunk"
              >
                {words.noWalletOnPhone.open(link.name)}
                <Icon name="leave" size={18} className="text-soft" />
              </a>
            </li>
          ))}
        </ul>
      </Sheet>
      <div className="grid gap-3">
        <p className="text-small text-soft">{words.noWalletOnPhone.nothing}</p>
        <PageAddress />
        <ButtonLink look="bare" href={location.href} onClick={(event) => (event.preventDefault(), onReload())}>
          {words.noWallet.reload}
        </ButtonLink>
      </div>
    </>
  )
}

/** This page's address, to be opened elsewhere. */
function PageAddress() {
  const words = useWords()
  const announce = useAnnounce()
  const [isCopied, setIsCopied] = useState(false)
  const address = `${location.origin}${location.pathname}${location.search}`

  async function copy() {
    try {
      await navigator.clipboard.writeText(address)
      announce(words.ui.copied)
      setIsCopied(true)
      setTimeout(() => setIsCopied(false), 2000)
    } catch {
      announce(words.ui.notCopied)
    }
  }

  return (
    <div className="grid gap-2">
      <p className="rounded-control bg-sunk px-3 py-2 font-mono text-small select-all [overflow-wrap:anywhere]">{address}</p>
      <Button className="justify-self-start" onClick={copy}>
        <span className="flex items-center gap-2">
          <Icon name={isCopied ? 'done' : 'copy'} size={18} />
          {words.signIn.noWallet.copyLink}
        </span>
      </Button>
    </div>
  )
}
