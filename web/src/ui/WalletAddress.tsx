// Copying always gives the full address.
import { useId, useState } from 'react'
import type { ClipboardEvent, ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import { Identicon } from './Identicon.tsx'
import { splitAddressIntoGroups, normalizeWalletAddress, shortenWalletAddress } from './wallet-address-format.ts'
import { useCopyToClipboard } from './use-copy-to-clipboard.ts'
import { useTranslations } from 'use-intl'

interface WalletAddressProps {
  /** In the form that its namespace uses, such as ERC-55 for Ethereum. */
  address: string
  /** Given by the owner; shown next to the address, never instead of it. */
  name?: string | null
  mark?: ReactNode
  rosetteSize?: number
}

export function WalletAddress({ address, name = null, mark, rosetteSize = 40 }: WalletAddressProps) {
  const t = useTranslations()
  const [open, setOpen] = useState(false)
  const full = useId()
  const purpose = open ? t('ui.hideFullAddress') : t('ui.showFullAddress')
  return (
    <div className="min-w-0">
      <div className="flex items-center gap-3">
        <Identicon identifier={normalizeWalletAddress(address)} size={rosetteSize} />
        <div className="min-w-0">
          {name !== null && (
            <p className="leading-tight font-semibold break-words">
              {mark}
              {name}
            </p>
          )}
          <div className="flex items-center gap-1">
            <button
              type="button"
              aria-expanded={open}
              aria-controls={full}
              title={purpose}
              onClick={() => setOpen(!open)}
              onCopy={(event) => copyFullAddress(event, address)}
              className="min-h-8 rounded-control font-mono text-small whitespace-nowrap decoration-edge decoration-dotted underline-offset-4 select-text hover:underline pointer-coarse:min-h-11"
            >
              <span className="sr-only">{`${purpose}: `}</span>
              <span translate="no">{shortenWalletAddress(address)}</span>
            </button>
            <CopyIconButton text={address} />
          </div>
        </div>
      </div>
      <div id={full} hidden={!open} className="mt-2 rounded-control bg-sunk px-3 py-2">
        <FullWalletAddress address={address} />
      </div>
    </div>
  )
}

/** Groups of four are easier to compare by eye. Copying any part copies the whole address. */
export function FullWalletAddress({ address }: { address: string }) {
  const t = useTranslations()
  return (
    <p className="font-mono text-small" onCopy={(event) => copyFullAddress(event, address)}>
      <span className="sr-only">{`${t('ui.fullAddress')}: `}</span>
      {splitAddressIntoGroups(address).map((group, index) => (
        // Groups are separated by margins, so that a selection has no spaces.
        <span key={index} translate="no" className="mr-[0.6ch] inline-block">
          {group}
        </span>
      ))}
    </p>
  )
}

function copyFullAddress(event: ClipboardEvent, address: string) {
  const selection = getSelection()
  if (!selection?.anchorNode || !event.currentTarget.contains(selection.anchorNode)) return
  if (!event.currentTarget.contains(selection.focusNode)) return
  event.preventDefault()
  event.clipboardData.setData('text/plain', address)
}

export function CopyIconButton({ text, label }: { text: string; label?: string }) {
  const t = useTranslations()
  const name = label ?? t('ui.copyAddress')
  const [isCopied, copy] = useCopyToClipboard(text)
  return (
    <button
      type="button"
      onClick={copy}
      aria-label={name}
      title={name}
      className="grid size-8 place-items-center rounded-control text-soft transition-colors hover:bg-sunk hover:text-ink pointer-coarse:size-11"
    >
      <Icon name={isCopied ? 'done' : 'copy'} size={18} className={isCopied ? 'text-seal' : ''} />
    </button>
  )
}
