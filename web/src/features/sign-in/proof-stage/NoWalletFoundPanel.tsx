import { useEffect, useState } from 'react'
import { CrossDeviceButton } from '../cross-device/CrossDeviceButton.tsx'
import type { CrossDeviceProofOptions } from '../proof-flow/cross-device-proof-options.ts'
import { PanelSwitchButton } from '../proof-flow/PanelSwitchButton.tsx'
import type { PanelSwitch } from '../proof-flow/use-panel-switch.ts'
import { LazyGetFirstWalletPanel } from '../no-wallet/lazy-get-first-wallet-panel.tsx'
import { useRestoreFocus } from '../../../ui/use-restore-focus.ts'
import { useTranslations } from 'use-intl'
import type { RunningWalletProof } from '../proof-flow/start-wallet-proof.ts'
import { BlockedOrMissingWalletNotice } from '../proof-flow/BlockedOrMissingWalletNotice.tsx'
import { NoWalletHelp } from './NoWalletHelp.tsx'
import type { WalletProofRefusalRenderer } from '../proof-flow/WalletProofOutcomePanel.tsx'
import { getNoWalletFoundText } from '../proof-flow/wallet-proof-phase-texts.ts'
import { FocusablePanelHeading } from '../proof-flow/FocusablePanelHeading.tsx'
import { callSignInApi } from '../../../api/sign-in-api-client.ts'
import type { SignUpMethods } from '../no-wallet/list-offered-wallets.ts'
import type { ReactNode, Ref, RefObject } from 'react'
import { runAfterDelay } from '../proof-flow/start-wallet-proof.ts'
import {
  createBrowserWalletRediscovery,
  pauseRediscoveryDuringPasskey,
} from '../no-wallet/rediscover-browser-wallets.ts'
import type { BrowserWalletRediscovery } from '../no-wallet/rediscover-browser-wallets.ts'

const linkLook =
  'min-h-8 justify-self-start rounded-control text-small text-seal underline decoration-1 underline-offset-4 pointer-coarse:min-h-11'

/** Methods that the panel places among its own offers. */
export interface MethodsWithoutWallet {
  passkey?: ReactNode
  manual?: ReactNode
}

export interface NoWalletFoundPanelProps extends MethodsWithoutWallet {
  isPhone: boolean
  running: RunningWalletProof
  crossDeviceOptions: CrossDeviceProofOptions | null
  application: string | null
  drawRefusal: WalletProofRefusalRenderer | undefined
  /** Undefined if this device is signing for another device. */
  elsewhere: PanelSwitch | undefined
  onReload: () => void
}

export function NoWalletFoundPanel({
  isPhone,
  running,
  elsewhere,
  passkey,
  manual,
  onReload,
  ...help
}: NoWalletFoundPanelProps) {
  const t = useTranslations()
  const ways = useSignUpMethods(running)
  const watch = useWalletRediscovery({ ...running, isPhone, onReload })
  const { isNone, open, leave, entrance } = useNoWalletOptionsToggle(running.passkey !== undefined)
  const [isOpened, setIsUnderWay] = useState(false)
  const heading = useRestoreFocus<HTMLHeadingElement>(isOpened)
  if (isNone)
    return (
      <>
        {ways && <LazyGetFirstWalletPanel running={running} ways={ways} watch={watch} onBack={leave} />}
        {passkey}
        {manual}
      </>
    )
  const isAnswering = help.crossDeviceOptions === null
  const isPasskeyFirst = ways?.passkey === true
  const { title, text } = getNoWalletFoundText(t, isPhone, isAnswering)
  return (
    <>
      {!isOpened && (
        <div className="grid gap-1">
          <FocusablePanelHeading ref={heading} title={title} />
          <p className="text-soft">{text}</p>
        </div>
      )}
      {!isOpened && <BlockedOrMissingWalletNotice running={running} isPhone={isPhone} />}
      {/* Invisible until the order is known, so that no button moves. */}
      <div className={ways === null ? 'invisible contents' : 'contents'}>
        {isPasskeyFirst && !isOpened && passkey}
        {!isPhone && elsewhere && (
          <PanelSwitchButton panel={elsewhere} icon="phone" label={t('noWallet.usePhone')} look="main" />
        )}
      </div>
      <NoWalletHelp isPhone={isPhone} ways={ways} isOpened={isOpened} onOpenedChange={setIsUnderWay} {...help}>
        {!isOpened && (
          <>
            {/* A tablet user's wallet is on their phone. */}
            {isPhone && elsewhere && <CrossDeviceButton elsewhere={elsewhere} />}
            <div className={ways === null ? 'invisible contents' : 'contents'}>{!isPasskeyFirst && passkey}</div>
            {manual}
            {isPhone && isAnswering ? (
              <p className="text-small text-soft">{t('signIn.aboutWallets')}</p>
            ) : (
              <NoWalletOptionsButton ref={entrance} running={running} onOpen={open} />
            )}
          </>
        )}
      </NoWalletHelp>
      {/* For wallets that rediscovery misses (no-wallet/rediscover-browser-wallets.ts). */}
      {!isOpened && (
        <button type="button" onClick={onReload} className={linkLook}>
          {t('noWallet.reload')}
        </button>
      )}
    </>
  )
}

/** Milliseconds after which the offers are shown even if their order is not known. */
const maxOrderDelay = 2000

/** If loading fails, nothing is offered, because the operator may have disabled everything. */
const noSignUpMethods: SignUpMethods = { namespaces: [], wallets: [], passkey: false }

/** Kept while another panel replaces this one, so that its offers can get the focus back at once. */
const knownSignUpMethods = new WeakMap<RunningWalletProof, SignUpMethods>()

function useSignUpMethods(running: RunningWalletProof): SignUpMethods | null {
  const [ways, setWays] = useState(() => knownSignUpMethods.get(running) ?? null)
  useEffect(() => {
    const over = new AbortController()
    const read = async () => {
      const result = await callSignInApi('readSignUpMethods', { signal: over.signal })
      if (result.ok) knownSignUpMethods.set(running, result.answer)
      if (!over.signal.aborted) setWays(result.ok ? result.answer : noSignUpMethods)
    }
    void read()
    const stopWaiting = runAfterDelay(maxOrderDelay, () => setWays((known) => known ?? noSignUpMethods))
    return () => {
      stopWaiting()
      over.abort()
    }
  }, [running])
  return ways
}

const readNoWalletHistoryState = (): boolean => (history.state as { isNone?: unknown } | null)?.isNone === true

/** @param hasPlace whether the history keeps the state; false in a dialog */
function useNoWalletOptionsToggle(hasPlace: boolean): {
  isNone: boolean
  open: () => void
  leave: () => void
  entrance: RefObject<HTMLButtonElement | null>
} {
  const [isNone, setIsNone] = useState(() => hasPlace && readNoWalletHistoryState())
  const entrance = useRestoreFocus(isNone)
  useEffect(() => {
    if (!hasPlace) return undefined
    const follow = () => setIsNone(readNoWalletHistoryState())
    window.addEventListener('popstate', follow)
    return () => window.removeEventListener('popstate', follow)
  }, [hasPlace])
  return {
    isNone,
    entrance,
    open() {
      if (hasPlace) history.pushState({ ...(history.state as object | null), isNone: true }, '')
      setIsNone(true)
    },
    leave: () => (hasPlace ? history.back() : setIsNone(false)),
  }
}

interface WalletRediscoveryProps extends Pick<RunningWalletProof, 'discovery' | 'passkey'> {
  isPhone: boolean
  onReload: () => void
}

/** One instance while no wallet is found, so that followed links are not forgotten. */
function useWalletRediscovery({
  discovery,
  passkey,
  isPhone,
  onReload,
}: WalletRediscoveryProps): BrowserWalletRediscovery {
  const [watch] = useState(() =>
    createBrowserWalletRediscovery({
      window,
      document,
      rediscover: discovery.rediscover,
      after: runAfterDelay,
      reload: onReload,
      supportsExtensions: !isPhone,
    }),
  )
  useEffect(() => watch.start(), [watch])
  useEffect(() => passkey && pauseRediscoveryDuringPasskey(watch, passkey), [watch, passkey])
  return watch
}

interface NoWalletOptionsButtonProps {
  ref: Ref<HTMLButtonElement>
  running: RunningWalletProof
  onOpen: () => void
}

function NoWalletOptionsButton({ ref, running, onOpen }: NoWalletOptionsButtonProps) {
  const t = useTranslations()
  const { for: purpose } = running.proof.getSnapshot().purpose
  if (purpose !== 'sign-in' && purpose !== 'link') return null
  return (
    <button ref={ref} type="button" onClick={onOpen} className={linkLook}>
      {t('noWallet.none')}
    </button>
  )
}
