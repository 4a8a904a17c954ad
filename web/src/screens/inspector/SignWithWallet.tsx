// The wallets of this browser, each to sign the composed message with.
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { NamespaceName } from '@countersign/message'
import { useAnnounce } from '../../ui/Announcer.tsx'
import { Button } from '../../ui/Button.tsx'
import { discoverWallets } from '../../wallet/discover.ts'
import type { Discovery } from '../../wallet/discover.ts'
import type { FoundWallet } from '../../wallet/found-wallet.ts'
import { useTranslations } from 'use-intl'
import { signInWallet } from './sign-in-wallet.ts'
import type { SigningProblem } from './sign-in-wallet.ts'

/** One for the life of the document, begun when it is first needed. */
let begun: Discovery | null = null

function discover(): Discovery {
  if (begun) return begun
  begun = discoverWallets({
    target: window,
    window,
    ethereum: () => Reflect.get(window, 'ethereum'),
    after: (milliseconds, run) => {
      const timer = setTimeout(run, milliseconds)
      return () => clearTimeout(timer)
    },
  })
  return begun
}

interface SignWithWalletProps {
  /** Of which chain family the wallets are that are offered. */
  namespace: NamespaceName
  write: (address: string) => string
  disabledReason: string | undefined
  onSigned: (text: string, signature: string, wallet: string) => void
}

export function SignWithWallet({ namespace, write, disabledReason, onSigned }: SignWithWalletProps) {
  const t = useTranslations()
  const announce = useAnnounce()
  const [discovery] = useState(discover)
  const { wallets, settled } = useSyncExternalStore(discovery.subscribe, discovery.getSnapshot)
  const [asked, setAsked] = useState<string | null>(null)
  const [problem, setProblem] = useState<SigningProblem | null>(null)
  useEffect(() => discovery.offer([namespace]), [discovery, namespace])

  async function sign(wallet: FoundWallet, name: string) {
    setAsked(wallet.id)
    setProblem(null)
    const result = await signInWallet(wallet.provider, write)
    setAsked(null)
    if (result.ok) return onSigned(result.text, result.signature, name)
    setProblem(result.problem)
    announce(t(`inspector.composing.problems.${result.problem}`))
  }

  return (
    <div className="grid gap-2">
      <p className="text-small text-soft">{t('inspector.composing.signText')}</p>
      {wallets.map((wallet) => {
        const name = wallet.name ?? t('inspector.composing.unnamed')
        return (
          <Button
            key={wallet.id}
            disabledReason={disabledReason}
            busyLabel={asked === wallet.id ? t('inspector.composing.asking', { wallet: name }) : undefined}
            onClick={() => void sign(wallet, name)}
          >
            <span className="flex items-center justify-center gap-2">
              {/* A stranger's picture: shown as an image, where no script in it can run. */}
              {wallet.icon && (
                <img
                  src={wallet.icon}
                  alt=""
                  width={24}
                  height={24}
                  className="size-6 rounded-control object-contain"
                />
              )}
              {name}
              {wallet.distinction !== null && (
                <span className="font-mono text-caption font-normal text-soft">{wallet.distinction}</span>
              )}
            </span>
          </Button>
        )
      })}
      {wallets.length === 0 && (
        <p className="text-small">{settled ? t('inspector.composing.noWallet') : t('inspector.composing.looking')}</p>
      )}
      {problem !== null && <p className="text-small text-red">{t(`inspector.composing.problems.${problem}`)}</p>}
    </div>
  )
}
