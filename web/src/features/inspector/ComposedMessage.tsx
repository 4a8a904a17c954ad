// The message that the form makes: as text, as code, and ready to be signed by a wallet of this browser.
import { useState, useEffect, useSyncExternalStore } from 'react'
import type { FoundFault } from '@countersign/inspector/findings'
import { CopyButton } from '../../ui/Address.tsx'
import { Button } from '../../ui/Button.tsx'
import { useTranslations } from 'use-intl'
import { Choice } from './Choice.tsx'
import { messageOf, textOf } from './draft.ts'
import type { Draft } from './draft.ts'
import { Outcome } from './Outcome.tsx'
import { Part } from './Part.tsx'
import { libraries, librariesFor, writeCode } from './write-code.ts'
import type { Library } from './write-code.ts'
import type { NamespaceName } from '@countersign/message'
import { useAnnounce } from '../../ui/Announcer.tsx'
import { discoverWallets } from '../sign-in/wallet/discover.ts'
import type { Discovery } from '../sign-in/wallet/discover.ts'
import type { FoundWallet } from '../sign-in/wallet/found-wallet.ts'
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

function SignWithWallet({ namespace, write, disabledReason, onSigned }: SignWithWalletProps) {
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

interface ComposedMessageProps {
  draft: Draft
  text: string
  faults: readonly Pick<FoundFault, 'field' | 'code'>[]
  /** Whether it lacks nothing but perhaps the address of the wallet that signs it. */
  canBeSigned: boolean
  onOpen: (text: string, signature: string, wallet: string | null) => void
}

export function ComposedMessage({ draft, text, faults, canBeSigned, onOpen }: ComposedMessageProps) {
  const t = useTranslations()
  const [wanted, setLibrary] = useState<Library>(libraries[0])
  const library = librariesFor(draft.namespace).includes(wanted) ? wanted : libraries[0]
  const code = writeCode(messageOf(draft), library, draft.namespace)
  return (
    <div className="grid min-w-0 grid-cols-1 gap-6 lg:sticky lg:top-4">
      <Part title={t('inspector.composing.result')}>
        <Outcome
          isGood={faults.length === 0}
          text={
            faults.length === 0
              ? t('inspector.composing.sound')
              : t('inspector.composing.faulty', { count: faults.length })
          }
        />
        <ul className="grid gap-1 text-small">
          {faults.map(({ field, code }, index) => (
            <li key={index}>
              <span className="font-semibold">
                {field === null ? t('inspector.composing.otherFault') : t(`inspector.fields.${field}.name`)}:
              </span>{' '}
              {t(`messageFaults.${code}.title`)}
            </li>
          ))}
        </ul>
        <Copied text={text} label={t('inspector.composing.copyText')} />
        <Button className="justify-self-start" onClick={() => onOpen(text, '', null)}>
          {t('inspector.composing.open')}
        </Button>
      </Part>
      <Part title={t('inspector.composing.sign')}>
        <SignWithWallet
          key={draft.namespace}
          namespace={draft.namespace}
          write={(address) => textOf({ ...draft, address })}
          disabledReason={canBeSigned ? undefined : t('inspector.composing.notSound')}
          onSigned={onOpen}
        />
      </Part>
      <Part title={t('inspector.composing.code')}>
        <Choice
          label={t('inspector.composing.codeFor')}
          options={librariesFor(draft.namespace)}
          chosen={library}
          look="font-mono"
          onChoose={setLibrary}
        />
        <Copied text={code} label={t('inspector.composing.copyCode')} />
      </Part>
    </div>
  )
}

/** A text to read, with a button that copies it. */
function Copied({ text, label }: { text: string; label: string }) {
  return (
    <div className="relative rounded-control border border-line bg-paper">
      <pre className="py-3 pr-12 pl-3 font-mono text-small whitespace-pre-wrap [overflow-wrap:anywhere]">{text}</pre>
      <div className="absolute top-1 right-1 bg-paper">
        <CopyButton text={text} label={label} />
      </div>
    </div>
  )
}
