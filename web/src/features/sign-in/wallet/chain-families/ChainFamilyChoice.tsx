// Starts with the last used chain family, or else with Ethereum.
import { useEffect, useEffectEvent, useId, useRef } from 'react'
import type { ReactNode } from 'react'
import { Badge } from '../../../../ui/Badge.tsx'
import { Icon } from '../../../../ui/Icon.tsx'
import { useTranslations } from 'use-intl'
import { usePageLanguage } from '../../../../i18n/page-language-context.ts'
import type { ChainFamilyChoiceRenderer, SingleChainFamilyWallet } from '../discovered-wallet.ts'
import { chainFamilyNames } from '../../../../i18n/chain-family-names.ts'

const getChainFamilyName = ({ namespace }: SingleChainFamilyWallet): string => chainFamilyNames[namespace ?? 'eip155']

export const createChainFamilyChoiceRenderer =
  (wallet: string, entries: readonly SingleChainFamilyWallet[]): ChainFamilyChoiceRenderer =>
  (recentKey, choose, close) => (
    <ChainFamilyChoice wallet={wallet} entries={entries} recentKey={recentKey} onChoose={choose} onClose={close} />
  )

// These CSS classes must also occur in proof-flow/, because the style sheets are built from there.
interface ChainFamilyChoiceProps {
  wallet: string
  entries: readonly SingleChainFamilyWallet[]
  recentKey: string | null
  onChoose: (entry: SingleChainFamilyWallet) => void
  onClose: () => void
}

function ChainFamilyChoice({ wallet, entries, recentKey, onChoose, onClose }: ChainFamilyChoiceProps): ReactNode {
  const t = useTranslations()
  const { locale } = usePageLanguage()
  const question = useId()
  const list = useRef<HTMLUListElement>(null)
  const close = useEffectEvent(onClose)
  useEffect(() => {
    const opener = document.activeElement
    list.current?.querySelector('button')?.focus()
    const leave = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      close()
      if (opener instanceof HTMLElement) opener.focus()
    }
    document.addEventListener('keydown', leave)
    return () => document.removeEventListener('keydown', leave)
  }, [])

  const inOrder = entries.toSorted((one, other) => Number(other.key === recentKey) - Number(one.key === recentKey))
  return (
    <div className="border-t border-line bg-paper">
      <p id={question} className="px-4 py-3 text-small">
        {t('signIn.whichAccount', {
          wallet,
          chains: new Intl.ListFormat(locale).format(entries.map(getChainFamilyName)),
        })}
      </p>
      <ul ref={list} aria-labelledby={question} className="divide-y divide-line border-t border-line">
        {inOrder.map((entry) => (
          <li key={entry.id}>
            <button
              type="button"
              onClick={() => onChoose(entry)}
              className="flex w-full items-center gap-3 px-4 py-3 text-left -outline-offset-2 transition-colors hover:bg-sunk active:bg-sunk"
            >
              <span className="flex-1">{getChainFamilyName(entry)}</span>
              {entry.key === recentKey && <Badge>{t('signIn.lastUsed')}</Badge>}
              <Icon name="next" size={18} className="text-soft" />
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
