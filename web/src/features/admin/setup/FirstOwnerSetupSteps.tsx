import { useState, useRef } from 'react'
import type { ApiPerson } from '@countersign/api/api-endpoints'
import { getDisplayableApiProblem } from '../../../api/query-client.ts'
import { isLocalHost } from '../../sign-in/wallet/is-local-host.ts'
import { frontEndPagePaths } from '../../../api/front-end-page-paths.ts'
import { useAnnounce } from '../../../ui/ScreenReaderAnnouncer.tsx'
import { Button, ButtonLink } from '../../../ui/Button.tsx'
import { LoadErrorPanel } from '../../../ui/LoadErrorPanel.tsx'
import { PersonAvatar } from '../../../ui/PersonAvatar.tsx'
import { getTranslatedProblemMessage } from '../../../ui/get-translated-error-message.ts'
import { shortenWalletAddress } from '../../../ui/wallet-address-format.ts'
import { TextLink } from '../../../ui/TextLink.tsx'
import { useTranslations } from 'use-intl'
import type { useAdminMutation } from '../admin-query-hooks.ts'
import { storeSetupCode, readStoredSetupCode } from './setup-code-session-storage.ts'
import { FirstOwnerSetupStepItem } from './FirstOwnerSetupStepItem.tsx'
import { TextField } from '../../../ui/TextField.tsx'

/** The format in which the server prints the code (server/src/admin/setup/issue-setup-code.ts). */
const terminalExample = [
  'This server has no owner yet.',
  'To become its owner, open',
  '',
  `  ${globalThis.location?.origin}/setup`,
  '',
  'and enter this code, which works once:',
  '',
]

function SetupCodeStep({ fault, onEntered }: { fault: string | null; onEntered: (code: string) => void }) {
  const t = useTranslations()
  const [code, setCode] = useState('')
  const [shownFault, setShownFault] = useState(fault)
  const field = useRef<HTMLInputElement>(null)
  return (
    <form
      noValidate
      className="grid grid-cols-1 gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        const entered = code.trim()
        if (entered !== '') return onEntered(entered)
        setShownFault(t('setup.code.missing'))
        field.current?.focus()
      }}
    >
      <div className="grid gap-2">
        <p className="text-soft">{t('setup.code.text')}</p>
        <figure
          aria-label={t('setup.code.terminal')}
          className="overflow-x-auto rounded-sheet bg-ink px-4 py-3 font-mono text-caption text-paper"
        >
          <pre lang="en" translate="no" className="whitespace-pre-wrap">
            {terminalExample.join('\n')}
            {'\n  '}
            <mark className="rounded-control bg-seal-tint px-1 text-seal">xxxx-xxxx-xxxx-xxxx-xxxx</mark>
          </pre>
        </figure>
      </div>
      <TextField
        ref={field}
        label={t('setup.code.label')}
        fault={shownFault}
        value={code}
        maxLength={64}
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        className="font-mono"
        onChange={({ target }) => {
          setShownFault(null)
          setCode(target.value)
        }}
      />
      <Button type="submit" look="main">
        {t('setup.code.next')}
      </Button>
      <p className="text-small text-soft">{t('setup.code.lost')}</p>
    </form>
  )
}

interface SetupStepsProps {
  person: ApiPerson | null
  claim: ReturnType<typeof useAdminMutation<'claimOwnership'>>
  onAlreadyOwned: () => void
}

const openSessionStorage = () => window.sessionStorage

export function FirstOwnerSetupSteps({ person, claim, onAlreadyOwned }: SetupStepsProps) {
  const t = useTranslations()
  const announce = useAnnounce()
  const [code, setCode] = useState(() => readStoredSetupCode(openSessionStorage))
  const [fault, setFault] = useState<string | null>(null)
  const problem = getDisplayableApiProblem(claim.error)

  const enter = (entered: string) => {
    storeSetupCode(openSessionStorage, entered)
    setCode(entered)
  }
  const become = () =>
    claim.mutate(
      { body: { code } },
      {
        onSuccess: () => {
          storeSetupCode(openSessionStorage, '')
          announce(t('setup.claimed.title'))
        },
        onError: ({ problem: refusal }) => {
          if (refusal.code === 'setup.already_completed') onAlreadyOwned()
          if (refusal.code !== 'setup.code_invalid') return
          const { title, action } = getTranslatedProblemMessage(t, refusal)
          setFault(`${title} ${action}`)
          enter('')
          claim.reset()
        },
      },
    )
  const now = code === '' ? 1 : person === null ? 2 : 3
  const stateOf = (number: number) => (number < now ? 'done' : number === now ? 'now' : 'later')
  return (
    <ol className="grid gap-8">
      <FirstOwnerSetupStepItem
        number={1}
        title={t('setup.steps.code')}
        state={stateOf(1)}
        outcome={
          <Button small look="bare" className="-my-2 -ml-4 justify-self-start" onClick={() => enter('')}>
            {t('setup.code.change')}
          </Button>
        }
      >
        <SetupCodeStep fault={fault} onEntered={enter} />
      </FirstOwnerSetupStepItem>
      <FirstOwnerSetupStepItem
        number={2}
        title={t('setup.steps.signIn')}
        state={person !== null && now === 1 ? 'later' : stateOf(2)}
        outcome={person && <SignedInAs person={person} />}
      >
        <p className="text-soft">{t('setup.signIn.text')}</p>
        {isLocalHost(location.hostname) && <p className="text-soft">{t('setup.signIn.demonstration')}</p>}
        <ButtonLink look="main" href={frontEndPagePaths.signIn(frontEndPagePaths.setup)}>
          {t('setup.signIn.button')}
        </ButtonLink>
      </FirstOwnerSetupStepItem>
      <FirstOwnerSetupStepItem number={3} title={t('setup.steps.claim')} state={stateOf(3)}>
        <p className="text-soft">{t('setup.claim.text')}</p>
        {problem && <LoadErrorPanel problem={problem} />}
        <Button look="main" busyLabel={claim.isPending ? t('setup.claim.working') : undefined} onClick={become}>
          {t('setup.claim.button')}
        </Button>
      </FirstOwnerSetupStepItem>
    </ol>
  )
}

function SignedInAs({ person }: { person: ApiPerson }) {
  const t = useTranslations()
  return (
    <div className="grid gap-1">
      <p className="flex items-center gap-2 text-small">
        <PersonAvatar person={person} size={24} />
        <span className="min-w-0 [overflow-wrap:anywhere]">
          {t('setup.signIn.as')}{' '}
          <span translate="no" className="font-semibold">
            {person.displayName ?? (person.address ? shortenWalletAddress(person.address) : person.id)}
          </span>
        </span>
      </p>
      <p className="text-small">
        <TextLink href={frontEndPagePaths.signIn(frontEndPagePaths.setup)}>{t('setup.signIn.other')}</TextLink>
      </p>
    </div>
  )
}
