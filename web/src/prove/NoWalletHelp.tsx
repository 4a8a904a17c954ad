// What helps without a wallet. On a computer: use the phone, or get one. On a phone: open this page inside a wallet's app.
import { isLocal } from '../demonstration-wallet/is-local.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Sheet } from '../ui/Section.tsx'
import { useCopy } from '../ui/use-copy.ts'
import { useChapter } from '../words/use-words.ts'
import { walletLinks } from './wallet-links.ts'

export function NoWalletHelp({ isPhone }: { isPhone: boolean }) {
  const words = useChapter('noWallet')
  return (
    <>
      {isPhone ? <OnPhone /> : <OnComputer />}
      <a href={paths.lost('wallet')} className="justify-self-start text-small text-seal underline underline-offset-4">
        {words.lost}
      </a>
    </>
  )
}

function OnComputer() {
  const words = useChapter('noWallet')
  return (
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
  )
}

function OnPhone() {
  const words = useChapter('noWallet')
  return (
    <>
      <Sheet className="overflow-hidden">
        <ul className="divide-y divide-line">
          {walletLinks(location.href).map((link) => (
            <li key={link.name}>
              <a
                href={link.href}
                rel="noreferrer"
                className="flex min-h-14 items-center justify-between gap-3 px-4 py-2 font-semibold no-underline -outline-offset-2 transition-colors hover:bg-sunk active:bg-sunk"
              >
                {words.open(link.name)}
                <Icon name="leave" size={18} className="text-soft" />
              </a>
            </li>
          ))}
        </ul>
      </Sheet>
      <p className="text-small text-soft">{words.nothing}</p>
      <PageAddress />
    </>
  )
}

/** This page's address, to be opened elsewhere. */
function PageAddress() {
  const words = useChapter('noWallet')
  const address = `${location.origin}${location.pathname}${location.search}`
  const [isCopied, copy] = useCopy(address)
  return (
    <div className="grid gap-2">
      <p className="rounded-control bg-sunk px-3 py-2 font-mono text-small select-all [overflow-wrap:anywhere]">
        {address}
      </p>
      <Button className="justify-self-start" onClick={copy}>
        <span className="flex items-center gap-2">
          <Icon name={isCopied ? 'done' : 'copy'} size={18} />
          {words.copyLink}
        </span>
      </Button>
    </div>
  )
}
