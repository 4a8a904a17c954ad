// A wallet's address wherever one is shown: its rosette, the short form, a way to copy it and the whole of it on
// demand. Selecting the short form and copying gives the whole address, never a text with a hole in it.
import { useId, useState } from 'react'
import type { ClipboardEvent, ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import { Identicon } from './Identicon.tsx'
import { splitAddressIntoGroups, normalizeWalletAddress, shortenWalletAddress } from './wallet-address-format.ts'
import { useCopyToClipboard } from './use-copy-to-clipboard.ts'
import { useTranslations } from 'use-intl'

interface WalletAddressProps {
  /** In the form of its namespace: ERC-55 for an Ethereum address. */
  address: string
  /** What its owner calls it; shown beside the address, never instead of it. */
  name?: string | null
  /** What stands before the name and goes with it. */
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

/** The whole address in groups of four, to be compared by eye. Copying any of it copies all of it. */
export function FullWalletAddress({ address }: { address: string }) {
  const t = useTranslations()
  return (
    <p className="font-mono text-small" onCopy={(event) => copyFullAddress(event, address)}>
      <span className="sr-only">{`${t('ui.fullAddress')}: `}</span>
      {splitAddressIntoGroups(address).map((group, index) => (
        // What stands between the groups is a margin, no space: a selection holds the address and nothing else.
        <span key={index} translate="no" className="mr-[0.6ch] inline-block">
          {group}
        </span>
      ))}
    </p>
  )
}

/** A selection that reaches beyond the address is left as it is. */
function copyFullAddress(event: ClipboardEvent, address: string) {
  const selection = getSelection()
  if (!selection?.anchorNode || !event.currentTarget.contains(selection.anchorNode)) return
  if (!event.currentTarget.contains(selection.focusNode)) return
  event.preventDefault()
  event.clipboardData.setData('text/plain', address)
}

/**
 * Copies a text and says so.
 * @param label what it copies, where that is no address
 */
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
