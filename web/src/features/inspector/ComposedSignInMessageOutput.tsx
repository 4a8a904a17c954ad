import { useState, useEffect, useSyncExternalStore } from 'react'
import type { FoundMessageError } from '@countersign/inspector/message-inspection-findings'
import { CopyIconButton } from '../../ui/WalletAddress.tsx'
import { Button } from '../../ui/Button.tsx'
import { useTranslations } from 'use-intl'
import { ToggleButtonGroup } from './ToggleButtonGroup.tsx'
import { toComposedSignInMessage, toComposedSignInMessageText } from './composed-sign-in-message-draft.ts'
import type { ComposedSignInMessageDraft } from './composed-sign-in-message-draft.ts'
import { MessageInspectorCheckResult } from './MessageInspectorCheckResult.tsx'
import { MessageInspectorResultSection } from './MessageInspectorResultSection.tsx'
import {
  messageCodeSampleLibraries,
  listMessageCodeSampleLibraries,
  generateMessageCodeSample,
} from './generate-message-code-sample.ts'
import type { MessageCodeSampleLibrary } from './generate-message-code-sample.ts'
import type { ChainNamespace } from '@countersign/message'
import { useAnnounce } from '../../ui/ScreenReaderAnnouncer.tsx'
import { discoverWallets } from '../sign-in/wallet/discover-wallets.ts'
import type { WalletDiscovery } from '../sign-in/wallet/discover-wallets.ts'
import type { DiscoveredWallet } from '../sign-in/wallet/discovered-wallet.ts'
import { requestComposedMessageSignature } from './request-composed-message-signature.ts'
import type { WalletSigningErrorCode } from './request-composed-message-signature.ts'

let sharedDiscovery: WalletDiscovery | null = null

function getSharedDiscovery(): WalletDiscovery {
  if (sharedDiscovery) return sharedDiscovery
  sharedDiscovery = discoverWallets({
    target: window,
    window,
    ethereum: () => Reflect.get(window, 'ethereum'),
    after: (milliseconds, run) => {
      const timer = setTimeout(run, milliseconds)
      return () => clearTimeout(timer)
    },
  })
  return sharedDiscovery
}

interface SignWithWalletProps {
  namespace: ChainNamespace
  write: (address: string) => string
  disabledReason: string | undefined
  onSigned: (text: string, signature: string, wallet: string) => void
}

function SignWithWallet({ namespace, write, disabledReason, onSigned }: SignWithWalletProps) {
  const t = useTranslations()
  const announce = useAnnounce()
  const [discovery] = useState(getSharedDiscovery)
  const { wallets, settled } = useSyncExternalStore(discovery.subscribe, discovery.getSnapshot)
  const [asked, setAsked] = useState<string | null>(null)
  const [problem, setProblem] = useState<WalletSigningErrorCode | null>(null)
  useEffect(() => discovery.acceptNamespaces([namespace]), [discovery, namespace])

  async function sign(wallet: DiscoveredWallet, name: string) {
    setAsked(wallet.id)
    setProblem(null)
    const result = await requestComposedMessageSignature(wallet.provider, write)
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
              {/* Untrusted: as an image its scripts cannot run. */}
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
              {wallet.disambiguation !== null && (
                <span className="font-mono text-caption font-normal text-soft">{wallet.disambiguation}</span>
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
  draft: ComposedSignInMessageDraft
  text: string
  errors: readonly Pick<FoundMessageError, 'field' | 'code'>[]
  canBeSigned: boolean
  onOpen: (text: string, signature: string, wallet: string | null) => void
}

export function ComposedSignInMessageOutput({ draft, text, errors, canBeSigned, onOpen }: ComposedMessageProps) {
  const t = useTranslations()
  const [wanted, setLibrary] = useState<MessageCodeSampleLibrary>(messageCodeSampleLibraries[0])
  const library = listMessageCodeSampleLibraries(draft.namespace).includes(wanted)
    ? wanted
    : messageCodeSampleLibraries[0]
  const code = generateMessageCodeSample(toComposedSignInMessage(draft), library, draft.namespace)
  return (
    <div className="grid min-w-0 grid-cols-1 gap-6 lg:sticky lg:top-4">
      <MessageInspectorResultSection title={t('inspector.composing.result')}>
        <MessageInspectorCheckResult
          isGood={errors.length === 0}
          text={
            errors.length === 0
              ? t('inspector.composing.sound')
              : t('inspector.composing.faulty', { count: errors.length })
          }
        />
        <ul className="grid gap-1 text-small">
          {errors.map(({ field, code }, index) => (
            <li key={index}>
              <span className="font-semibold">
                {field === null ? t('inspector.composing.otherFault') : t(`inspector.fields.${field}.name`)}:
              </span>{' '}
              {t(`messageErrors.${code}.title`)}
            </li>
          ))}
        </ul>
        <CopyableText text={text} label={t('inspector.composing.copyText')} />
        <Button className="justify-self-start" onClick={() => onOpen(text, '', null)}>
          {t('inspector.composing.open')}
        </Button>
      </MessageInspectorResultSection>
      <MessageInspectorResultSection title={t('inspector.composing.sign')}>
        <SignWithWallet
          key={draft.namespace}
          namespace={draft.namespace}
          write={(address) => toComposedSignInMessageText({ ...draft, address })}
          disabledReason={canBeSigned ? undefined : t('inspector.composing.notSound')}
          onSigned={onOpen}
        />
      </MessageInspectorResultSection>
      <MessageInspectorResultSection title={t('inspector.composing.code')}>
        <ToggleButtonGroup
          label={t('inspector.composing.codeFor')}
          options={listMessageCodeSampleLibraries(draft.namespace)}
          chosen={library}
          look="font-mono"
          onChoose={setLibrary}
        />
        <CopyableText text={code} label={t('inspector.composing.copyCode')} />
      </MessageInspectorResultSection>
    </div>
  )
}

function CopyableText({ text, label }: { text: string; label: string }) {
  return (
    <div className="relative rounded-control border border-line bg-paper">
      <pre className="py-3 pr-12 pl-3 font-mono text-small whitespace-pre-wrap [overflow-wrap:anywhere]">{text}</pre>
      <div className="absolute top-1 right-1 bg-paper">
        <CopyIconButton text={text} label={label} />
      </div>
    </div>
  )
}
