// Last page of a new application: what to copy, with the secret once, where to save it, and a test.
import { useRef } from 'react'
import type { ReactNode } from 'react'
import type { AdminApiEndpointOutput } from '@countersign/api/admin-api-endpoints'
import { useTranslations } from 'use-intl'
import { adminPagePaths } from '../../../../api/admin-page-paths.ts'
import { Button, ButtonLink } from '../../../../ui/Button.tsx'
import { Icon } from '../../../../ui/Icon.tsx'
import { PageHeading } from '../../../../ui/PageHeading.tsx'
import { formatApplicationName } from '../../../applications/format-application-name.ts'
import { UnsavedChangesGuard } from '../../UnsavedChangesGuard.tsx'
import { useAdminNavigate } from '../../master-detail/admin-url-state.ts'
import { ApplicationSetupInstructions } from './ApplicationSetupInstructions.tsx'
import { getApplicationSetup } from './get-application-setup.ts'
import { ProgramMark } from './ProgramMark.tsx'
import { exampleApplicationId, translateSetup } from './preset-translations.ts'
import { SetupNotes } from './SetupNotes.tsx'
import { TestSignIn } from './TestSignIn.tsx'

interface ConnectedApplicationProps {
  made: AdminApiEndpointOutput<'createApplication'>
  scopes: readonly string[]
  canSignIn: boolean
}

export function ConnectedApplication({ made, scopes, canSignIn }: ConnectedApplicationProps) {
  const t = useTranslations()
  const go = useAdminNavigate()
  const isKept = useRef(false)
  const { application, secret } = made
  const setup = translateSetup(t, getApplicationSetup(made))
  const isSite = application.kind === 'site'
  const isExample = application.id === exampleApplicationId
  const name = formatApplicationName(application)
  const { program, address, blocks, fields } = setup
  const label = program?.name ?? name
  return (
    <>
      {secret !== null && (
        <UnsavedChangesGuard
          hasUnsavedChanges={() => !isKept.current}
          isQueryPartOfPage
          texts="adminUi.secret.leaving"
        />
      )}
      <div className="grid gap-1">
        <p className="flex items-start gap-2 text-small font-semibold text-seal">
          <Icon name="done" size={18} className="mt-0.5" />
          <span className="min-w-0 [overflow-wrap:anywhere]">{t('connectApplication.made', { name })}</span>
        </p>
        <div className="flex items-center gap-3">
          {program && <ProgramMark id={program.id} name={program.name} size={32} />}
          <PageHeading
            className="min-w-0 text-title [overflow-wrap:anywhere]"
            title={t('connectApplication.setUp', { name: label })}
          />
        </div>
      </div>
      <div className="grid grid-cols-1 items-start gap-8 lg:grid-cols-[minmax(0,1fr)_18rem]">
        <ol className="grid min-w-0 max-w-[52rem] grid-cols-1 gap-6">
          <Step
            number={1}
            title={t(
              isExample
                ? 'connectApplication.run'
                : isSite
                  ? 'connectApplication.pasteProxy'
                  : fields.length > 0
                    ? 'connectApplication.enter'
                    : blocks.length === 0 || program === null
                      ? 'connectApplication.copy'
                      : 'connectApplication.paste',
              { name: label },
            )}
          >
            {secret !== null && (
              <p className="flex items-start gap-2 text-small text-amber">
                <Icon name="attention" size={18} className="mt-0.5" />
                <span className="min-w-0">{t('connectApplication.once')}</span>
              </p>
            )}
            <ApplicationSetupInstructions setup={setup} isSite={isSite} secret={secret} />
          </Step>
          <Step
            number={2}
            title={t(
              isExample
                ? 'connectApplication.openExample'
                : isSite
                  ? 'connectApplication.reloadProxy'
                  : 'connectApplication.restart',
              { name: label },
            )}
          >
            {address !== null && /^https?:\/\//.test(address) ? (
              <ButtonLink className="justify-self-start" href={address} target="_blank" rel="noreferrer">
                {t('connectApplication.open', { name: label })}
              </ButtonLink>
            ) : (
              <p className="text-small text-soft">{t('connectApplication.takeEffect')}</p>
            )}
          </Step>
          {canSignIn && !isSite && (
            <Step number={3} title={t('connectApplication.test.title')}>
              <TestSignIn application={application.id} scopes={scopes} />
            </Step>
          )}
          <li className="grid sm:pl-11">
            <Button
              look="main"
              className="justify-self-start max-sm:w-full"
              onClick={() => {
                isKept.current = true
                go(adminPagePaths.application(application.id))
              }}
            >
              {t(secret === null ? 'connectApplication.view' : 'connectApplication.finish')}
            </Button>
          </li>
        </ol>
        <SetupNotes setup={setup} />
      </div>
    </>
  )
}

interface StepProps {
  number: number
  title: string
  children: ReactNode
}

const Step = ({ number, title, children }: StepProps) => (
  <li className="grid min-w-0 grid-cols-1 gap-3">
    <div className="flex items-start gap-3">
      <span
        aria-hidden="true"
        className="grid size-8 shrink-0 place-items-center rounded-full border border-seal text-small text-seal"
      >
        {number}
      </span>
      <h2 className="min-w-0 text-lead [overflow-wrap:anywhere]">{title}</h2>
    </div>
    <div className={`grid min-w-0 grid-cols-1 gap-3 ${number === 1 ? 'sm:pl-11' : 'pl-11'}`}>{children}</div>
  </li>
)
