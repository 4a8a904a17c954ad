// The values are escaped by the server, in English, as on the command line.
import type { AdminApiEndpointOutput } from '@countersign/api/admin-api-endpoints'
import { Fragment } from 'react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { sanitizeDisplayText } from '../../ui/sanitize-display-text.ts'
import { TextLink } from '../../ui/TextLink.tsx'
import { CopyIconButton } from '../../ui/WalletAddress.tsx'

export type RefusedRequestProblem = AdminApiEndpointOutput<'readApplicationProblems'>['problems'][number]

const maxShownCharacters = 2500

export function RefusedRequestDetails({ problem }: { problem: RefusedRequestProblem }) {
  const t = useTranslations()
  const { description, sent, expected, nearest, change, command, entry } = problem
  const expectedValues = Object.entries(expected).flatMap(([name, values]) => values.map((value) => ({ name, value })))
  return (
    <dl className="grid grid-cols-1 gap-4">
      <Part label={t('refusedRequests.reason')}>
        <p lang="en">{description}</p>
      </Part>
      {Object.keys(sent).length > 0 && (
        <Part label={t('refusedRequests.sent')}>
          <ul className="grid grid-cols-1 gap-1">
            {Object.entries(sent).map(([name, value]) => (
              <li key={name}>
                <ParameterValue name={name} value={value} />
              </li>
            ))}
          </ul>
        </Part>
      )}
      {expectedValues.length > 0 && (
        <Part label={t('refusedRequests.expected')}>
          <ul className="grid grid-cols-1 gap-1">
            {expectedValues.map(({ name, value }) => (
              <li key={`${name} ${value}`}>
                <ParameterValue name={name} value={value} />
                {value === nearest && (
                  <span className="ml-2 inline-block rounded-control bg-seal-tint px-2 py-0.5 text-caption font-semibold text-seal">
                    {t('refusedRequests.nearest')}
                  </span>
                )}
              </li>
            ))}
          </ul>
        </Part>
      )}
      <Part label={t('refusedRequests.change')}>
        <p lang="en">{change}</p>
        {command !== null && (
          <p className="mt-2 flex items-center justify-between gap-2 rounded-control border border-line bg-sunk py-0.5 pr-1 pl-3">
            <ShellCommand command={command} />
            <CopyIconButton text={command} label={t('refusedRequests.copyCommand')} />
          </p>
        )}
        <p className="mt-1">
          <TextLink href={`/troubleshooting#${entry}`}>{t('refusedRequests.help')}</TextLink>
        </p>
      </Part>
    </dl>
  )
}

/** Lines break only between words, because a hyphen at the end of a line looks like a part of an option. */
function ShellCommand({ command }: { command: string }) {
  return (
    <code className="min-w-0 py-1.5 font-mono text-small select-all">
      {command.split(' ').map((word, index) => (
        <Fragment key={`${index} ${word}`}>
          {index > 0 && ' '}
          <span className="inline-block max-w-full [overflow-wrap:anywhere]">{word}</span>
        </Fragment>
      ))}
    </code>
  )
}

function Part({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-caption text-soft">{label}</dt>
      <dd className="[overflow-wrap:anywhere]">{children}</dd>
    </div>
  )
}

function ParameterValue({ name, value }: { name: string; value: string }) {
  return (
    <code className="font-mono text-small [overflow-wrap:anywhere]">
      <span className="text-soft">{name} = </span>
      {sanitizeDisplayText(value, maxShownCharacters)}
    </code>
  )
}
