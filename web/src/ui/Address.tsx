// A wallet's address wherever one is shown: its rosette, the short form, a way to copy it and the whole of it on
// demand. Selecting the short form and copying gives the whole address, never a text with a hole in it.
import { useId, useState } from 'react'
import type { ClipboardEvent } from 'react'
import { useAnnounce } from './Announcer.tsx'
import { Icon } from './Icon.tsx'
import { Rosette } from './Rosette.tsx'
import { addressGroups, shortAddress } from './short-address.ts'
import { useWords } from '../words/use-words.ts'

/** @param address in the form of its namespace: ERC-55 for an Ethereum address */
export function Address({ address, rosetteSize = 40 }: { address: string; rosetteSize?: number }) {
  const words = useWords()
  const [open, setOpen] = useState(false)
  const full = useId()
  return (
    <div className="min-w-0">
      <div className="flex items-center gap-3">
        <Rosette identifier={rosetteIdentifier(address)} size={rosetteSize} />
        <button
          type="button"
          aria-expanded={open}
          aria-controls={full}
          title={open ? words.ui.hideFullAddress : words.ui.showFullAddress}
          onClick={() => setOpen(!open)}
          className="min-h-8 rounded-control font-mono text-small select-text hover:underline hover:decoration-line hover:underline-offset-4 pointer-coarse:min-h-11"
          onCopy={(event) => copyWhole(event, address)}
        >
          <span className="sr-only">{`${open ? words.ui.hideFullAddress : words.ui.showFullAddress}: `}</span>
          {shortAddress(address)}
        </button>
        <CopyButton text={address} />
      </div>
      <p id={full} hidden={!open} className="mt-2 rounded-control bg-sunk px-3 py-2 font-mono text-small" onCopy={(event) => copyWhole(event, address)}>
        <span className="sr-only">{`${words.ui.fullAddress}: `}</span>
        {addressGroups(address).map((group, index) => (
          // The space between groups is a margin and the break an element, so that neither is part of a selection.
          <span key={index} className="mr-[0.6ch] inline-block">
            {group}
          </span>
        ))}
      </p>
    </div>
  )
}

/** Spelling does not change what an address is: whatever its letter case, it has one rosette. */
export function rosetteIdentifier(address: string): string {
  return address.toLowerCase()
}

function copyWhole(event: ClipboardEvent, address: string) {
  event.preventDefault()
  event.clipboardData.setData('text/plain', address)
}

function CopyButton({ text }: { text: string }) {
  const words = useWords()
  const announce = useAnnounce()
  const [copied, setCopied] = useState(false)

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      announce(words.ui.copied)
      setCopied(true)
      setTimeout(() => setCopied(false), 2000)
    } catch {
      announce(words.ui.notCopied)
    }
  }

  return (
    <button
      type="button"
      onClick={copy}
      aria-label={words.ui.copyAddress}
      title={words.ui.copyAddress}
      className="grid size-8 place-items-center rounded-control text-soft transition-colors hover:bg-sunk hover:text-ink pointer-coarse:size-11"
    >
      <Icon name={copied ? 'done' : 'copy'} size={18} className={copied ? 'text-seal' : ''} />
    </button>
  )
}
