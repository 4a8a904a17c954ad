// Page for device codes (RFC 8628 §3.3) and cross-device codes. Opening a link confirms nothing.
import { useCallback, useEffect, useRef, useState, useId, useLayoutEffect } from 'react'
import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import type { ProblemDetails } from '@countersign/api/problem-details-schema'
import { callApi } from '../../api/api-client.ts'
import type { HttpConnectionProblem } from '../../api/api-client.ts'
import { reloadOnBfcacheRestore } from '../../api/safe-redirect.ts'
import { frontEndPagePaths, parseUserCodeParameter } from '../../api/front-end-page-paths.ts'
import { ButtonLink, Button } from '../../ui/Button.tsx'
import { FullPageNotice } from '../../ui/FullPageNotice.tsx'
import { PublicPageLayout } from '../../ui/PublicPageLayout.tsx'
import { useTranslations } from 'use-intl'
import { usePageLanguage } from '../../i18n/page-language-context.ts'
import { openCrossDeviceRequestByCode } from './cross-device-approval/open-cross-device-request-by-code.ts'
import type { OpenedCrossDeviceCode } from './cross-device-approval/open-cross-device-request-by-code.ts'
import { readCrossDeviceCodeFromHistory } from './cross-device-approval/cross-device-code-history-state.ts'
import { CrossDeviceCodeEndedOutcome, CrossDeviceUnsuccessfulOutcome } from './CrossDeviceOutcomePages.tsx'
import { DeviceApprovalForm } from './DeviceApprovalForm.tsx'
import { openLoginRequest } from './login-approval/open-login-request.ts'
import type { OpenedLoginRequest } from './login-approval/open-login-request.ts'
import { useFocusHeadingOnChange } from './use-focus-heading-on-change.ts'
import {
  isCrossDeviceCode,
  isLoginCode,
  parseWalletBrowserHandoffToken,
  formatUserCode,
  mapCaretToUserCode,
} from './user-code-input.ts'
import type { ChangeEvent } from 'react'
import { PublicPageHeader } from '../../ui/PublicPageHeader.tsx'
import { getTranslatedProblemMessage } from '../../ui/get-translated-error-message.ts'
import { Card } from '../../ui/PageSection.tsx'

type DeviceStage =
  | { readonly at: 'entering'; readonly problem: ProblemDetails | HttpConnectionProblem | null }
  | { readonly at: 'reading' }
  | { readonly at: 'asked'; readonly request: ApiEndpointOutput<'readDeviceRequest'> }
  | { readonly at: 'approved' }
  | { readonly at: 'denied' }
  | { readonly at: 'answering'; readonly opened: OpenedCrossDeviceCode }
  | { readonly at: 'login'; readonly opened: OpenedLoginRequest }
  | { readonly at: 'login-approved' }
  | { readonly at: 'login-denied' }
  | { readonly at: 'code-ended' }
  | { readonly at: 'passed-on' }

const focusKeepingStages = ['entering', 'reading'] as const

export function UserCodeScreen() {
  const t = useTranslations()
  const [given] = useState(() =>
    formatUserCode(parseUserCodeParameter(location.search) ?? readCrossDeviceCodeFromHistory() ?? ''),
  )
  const [stage, setStage] = useState<DeviceStage>({ at: given === '' ? 'entering' : 'reading', problem: null })
  const { loadMessageFile } = usePageLanguage()
  const latestNeed = useRef(loadMessageFile)
  useEffect(() => {
    latestNeed.current = loadMessageFile
  })
  const readOfDevice = useCallback(async (code: string) => {
    const result = await callApi('readDeviceRequest', { body: { userCode: code } })
    if (result.ok) setStage({ at: 'asked', request: result.answer })
    else if (result.problem.code === 'session.required')
      location.assign(frontEndPagePaths.signIn(frontEndPagePaths.device(code)))
    else setStage({ at: 'entering', problem: result.problem })
  }, [])
  const openOfBrowser = useCallback(
    async (code: string) => {
      const isByLink = code === given
      const pass = isByLink ? parseWalletBrowserHandoffToken(location.search) : null
      const result = await openCrossDeviceRequestByCode(code, pass, latestNeed.current)
      if (result.ok) setStage({ at: 'answering', opened: result.opened })
      else if (result.isHandedOff) setStage({ at: 'passed-on' })
      // A typed code may contain a typo. A scanned code was valid when it was shown.
      else if (isByLink && result.problem.code === 'cross_device.ended') setStage({ at: 'code-ended' })
      else setStage({ at: 'entering', problem: result.problem })
    },
    [given],
  )
  const openLogin = useCallback(async (code: string) => {
    const result = await openLoginRequest(code, latestNeed.current)
    if (result.ok) setStage({ at: 'login', opened: result.opened })
    else if (result.problem.code === 'session.required')
      location.assign(frontEndPagePaths.signIn(frontEndPagePaths.device(code)))
    else setStage({ at: 'entering', problem: result.problem })
  }, [])
  const read = useCallback(
    (code: string) => {
      setStage({ at: 'reading' })
      void (isCrossDeviceCode(code) ? openOfBrowser(code) : isLoginCode(code) ? openLogin(code) : readOfDevice(code))
    },
    [openLogin, openOfBrowser, readOfDevice],
  )

  const hasBegun = useRef(false)
  useEffect(() => {
    if (given !== '' && !hasBegun.current) read(given)
    hasBegun.current = true
  }, [given, read])
  useEffect(reloadOnBfcacheRestore, [])
  useFocusHeadingOnChange(stage.at, focusKeepingStages)

  return <PublicPageLayout>{content()}</PublicPageLayout>

  function content() {
    switch (stage.at) {
      case 'entering':
      case 'reading':
        return (
          <UserCodeForm
            given={given}
            isBusy={stage.at === 'reading'}
            problem={stage.at === 'entering' ? stage.problem : null}
            onEntered={read}
          />
        )
      case 'asked':
        return (
          <DeviceApprovalForm
            request={stage.request}
            onDone={(at) => setStage({ at })}
            onOtherCode={() => setStage({ at: 'entering', problem: null })}
          />
        )
      case 'approved':
      case 'denied':
        return (
          <FullPageNotice
            title={t(`applications.device.${stage.at}`)}
            text={stage.at === 'approved' ? t('applications.device.approvedText') : t('applications.device.deniedText')}
          >
            <ButtonLink href={frontEndPagePaths.applications}>{t('applications.device.account')}</ButtonLink>
          </FullPageNotice>
        )
      case 'answering': {
        const { CrossDeviceApproval, ...asked } = stage.opened
        return <CrossDeviceApproval {...asked} />
      }
      case 'login': {
        const { LoginApproval, request } = stage.opened
        return <LoginApproval request={request} onDone={(at) => setStage({ at })} />
      }
      case 'login-approved':
      case 'login-denied':
        return (
          <FullPageNotice
            title={stage.at === 'login-approved' ? t('loginApproval.approved') : t('loginApproval.denied')}
            text={stage.at === 'login-approved' ? t('loginApproval.approvedText') : t('loginApproval.deniedText')}
          >
            <ButtonLink href={`${frontEndPagePaths.admin}/tokens`}>{t('loginApproval.tokens')}</ButtonLink>
          </FullPageNotice>
        )
      case 'code-ended':
        return <CrossDeviceCodeEndedOutcome />
      case 'passed-on':
        return <CrossDeviceUnsuccessfulOutcome outcome="passedOn" />
    }
  }
}

interface UserCodeFormProps {
  given: string
  isBusy: boolean
  problem: ProblemDetails | HttpConnectionProblem | null
  onEntered: (code: string) => void
}

function UserCodeForm({ given, isBusy, problem, onEntered }: UserCodeFormProps) {
  const t = useTranslations()
  const [code, setCode] = useState(given)
  const [isMissing, setIsMissing] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const place = useRef<number | null>(null)
  const hint = useId()
  const fault = useId()
  // A typed code may contain a typo, so the message must not say "expired".
  const said =
    problem &&
    (problem.code === 'cross_device.ended'
      ? { title: t('applications.device.codeWrong.title'), action: t('applications.device.codeWrong.action') }
      : getTranslatedProblemMessage(t, problem))
  const failure = isMissing ? t('applications.device.codeMissing') : said && `${said.title} ${said.action}`

  // Reformatting would move the caret to the end.
  useLayoutEffect(() => {
    if (place.current !== null) field.current?.setSelectionRange(place.current, place.current)
    place.current = null
  })
  useLayoutEffect(() => {
    if (problem) field.current?.focus()
  }, [problem])

  function change({ target }: ChangeEvent<HTMLInputElement>) {
    place.current = mapCaretToUserCode(target.value, target.selectionStart ?? target.value.length)
    setIsMissing(false)
    setCode(formatUserCode(target.value))
  }

  function enter() {
    if (isBusy) return
    setIsMissing(code === '')
    if (code === '') field.current?.focus()
    else onEntered(code)
  }

  return (
    <form noValidate className="grid gap-6" onSubmit={(event) => (event.preventDefault(), enter())}>
      <PublicPageHeader title={t('applications.device.title')} text={t('applications.device.intro')} />
      <Card className="grid gap-2 px-5 py-5">
        <label className="grid gap-2">
          <span className="font-semibold">{t('applications.device.code')}</span>
          <input
            ref={field}
            value={code}
            onChange={change}
            aria-invalid={failure !== null}
            aria-describedby={failure === null ? hint : fault}
            autoComplete="off"
            autoCapitalize="characters"
            autoCorrect="off"
            spellCheck={false}
            className="min-h-14 w-full rounded-control border border-edge bg-paper px-3 text-center font-mono text-title tracking-widest uppercase aria-invalid:border-red"
          />
        </label>
        <p role="alert" id={fault} className="text-small text-red">
          {failure}
        </p>
        {failure === null && (
          <p id={hint} className="text-small text-soft">
            {t('applications.device.codeHint')}
          </p>
        )}
      </Card>
      <Button type="submit" look="main" busyLabel={isBusy ? t('applications.device.going') : undefined}>
        {t('applications.device.go')}
      </Button>
    </form>
  )
}
