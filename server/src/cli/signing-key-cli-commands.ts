import type { Command } from 'commander'
import { retireAuditLogSigningKey } from '../audit-log/checkpoints/audit-log-signing-key-store.ts'
import { formatRfc3339Timestamp, systemClock, systemRandomBytes } from '../platform/clock.ts'
import { openConfiguredDatabase, openAndMigrateDatabase } from '../platform/database/open-configured-database.ts'
import { loadServerSettings } from '../platform/load-server-settings.ts'
import { readOrCreateServerMasterKey, readServerMasterKey } from '../platform/read-or-create-server-master-key.ts'
import { ServerSettingsError } from '../platform/parse-server-settings.ts'
import { jwksMaxAgeSeconds } from '../store/signing-keys/token-signing-key-set.ts'
import { rotateSigningKeys } from '../store/signing-keys/rotate-signing-keys.ts'
import type { SigningKeyRotationResult } from '../store/signing-keys/rotate-signing-keys.ts'
import { computeTokenSigningKeyRotationStates } from '../store/signing-keys/compute-token-signing-key-rotation-states.ts'
import { listSigningKeys } from '../store/signing-keys/token-signing-key-store.ts'
import { printCliUsageError, setCliCommandAction } from './cli-command-actions.ts'
import type { CliCommandOutcome } from './cli-command-actions.ts'
import type { CliList } from './format-cli-list.ts'

export function registerCliCommands(program: Command): void {
  const keys = program.command('keys').description('Lists and rotates the signing keys of this server.')
  setCliCommandAction(
    keys.command('list').description('Lists signing keys and their status: next, current, retiring or gone.'),
    printSigningKeys,
  )
  setCliCommandAction(
    keys
      .command('rotate')
      .description('Creates the next signing keys.')
      .option(
        '--now',
        `after a theft: new keys sign immediately, and all other keys are retired; every earlier token is rejected here, and within ${jwksMaxAgeSeconds} seconds also by programs that cache keys`,
      )
      .option('--key-file-lost', 'with --now: create a new key file'),
    runKeyRotation,
  )
}

async function printSigningKeys(): Promise<CliCommandOutcome> {
  const { settings } = loadServerSettings(process.env)
  const database = openConfiguredDatabase(settings.database, { readOnly: true })
  try {
    const keys = computeTokenSigningKeyRotationStates(await listSigningKeys(database.queries), systemClock()).map(
      ({ key, state }) => ({
        id: key.id,
        algorithm: key.algorithm,
        state,
        madeAt: formatRfc3339Timestamp(key.created_at),
        signsFrom: formatRfc3339Timestamp(key.active_from),
        goneFrom: key.retires_at === null ? null : formatRfc3339Timestamp(key.retires_at),
      }),
    )
    const list: CliList = {
      columns: ['ID', 'ALGORITHM', 'STATE', 'CREATED', 'SIGNS FROM', 'GONE FROM'].map((title) => ({ title })),
      rows: keys.map((key) => [
        key.id,
        key.algorithm,
        key.state === 'current' ? { text: key.state, tone: 'good' } : key.state,
        { at: key.madeAt, none: '' },
        { at: key.signsFrom, none: '' },
        { at: key.goneFrom, none: '–' },
      ]),
      empty: 'There are no signing keys yet. The server creates them when it first starts: "countersign start".',
    }
    return { json: { keys }, text: list }
  } finally {
    await database.close()
  }
}

async function runKeyRotation({
  now: immediately = false,
  keyFileLost = false,
}: {
  now?: boolean
  keyFileLost?: boolean
}): Promise<CliCommandOutcome> {
  if (keyFileLost && !immediately) {
    return printCliUsageError(
      '--key-file-lost also needs --now: keys that cannot be decrypted cannot sign, so new ones have to take over immediately.',
    )
  }
  const { settings } = loadServerSettings(process.env)
  // Only this option may create a key file, because it abandons data encrypted with the lost key.
  const serverKey = keyFileLost
    ? readOrCreateServerMasterKey(settings.keyFile, systemRandomBytes)
    : loadExistingServerKey(settings.keyFile)
  const { database } = await openAndMigrateDatabase(settings.database)
  try {
    const context = { queries: database.queries, random: systemRandomBytes, serverKey, limits: settings.limits }
    const rotations = await rotateSigningKeys(context, systemClock(), { immediately, keyFileLost })
    // If the other keys were stolen or lost, so was the audit log signing key.
    const ended = immediately ? await retireAuditLogSigningKey(database.queries, context, systemClock()) : null
    const text = rotations.map(describeRotation)
    if (immediately)
      text.push(
        `Programs that cache /jwks accept the retired keys, and refuse the new ones, for up to ${jwksMaxAgeSeconds} seconds. Restart programs that cannot wait that long.`,
      )
    if (ended !== null)
      text.push(
        `The checkpoint key ${ended} was retired. The next checkpoint is signed with a new one; "countersign audit key" prints it.`,
      )
    const keys = rotations.map(({ activeFrom, outcome, ...rest }) => ({
      ...rest,
      outcome: jsonOutcomes[outcome],
      signsFrom: formatRfc3339Timestamp(activeFrom),
    }))
    return { json: { keys, endedCheckpointKey: ended }, text }
  } finally {
    await database.close()
  }
}

/** With a key file created in the wrong place, the servers could not decrypt their data. */
function loadExistingServerKey(path: string): Buffer {
  const key = readServerMasterKey(path)
  if (key !== null) return key
  throw new ServerSettingsError([
    `COUNTERSIGN_KEY_FILE: the file ${JSON.stringify(path)} does not exist. Specify the file that the server uses; the server creates it when it first starts.`,
  ])
}

const jsonOutcomes = { created: 'made', pending: 'waits' } as const

const rotationTexts: Readonly<Record<SigningKeyRotationResult['outcome'], (time: string) => string>> = {
  created: (time) => `was created and signs from ${time}.`,
  pending: (time) => `already exists and signs from ${time}; no other key was created.`,
}

const describeRotation = ({ algorithm, keyId, activeFrom, outcome }: SigningKeyRotationResult): string =>
  `${algorithm} ${keyId} ${rotationTexts[outcome](formatRfc3339Timestamp(activeFrom))}`
