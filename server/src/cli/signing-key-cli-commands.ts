// `countersign keys …`: the signing keys. Running servers notice new ones within seconds.
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
import { formatTable, setCliCommandAction } from './cli-command-actions.ts'
import type { CliCommandOutcome } from './cli-command-actions.ts'

export function registerCliCommands(program: Command): void {
  const keys = program.command('keys').description('Signing keys of this server.')
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
        `after a theft: new keys sign now and all others end; every earlier token is rejected here, and by programs that cache keys within ${jwksMaxAgeSeconds} seconds`,
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
    const heads = ['id', 'algorithm', 'state', 'made', 'signs from', 'gone from']
    const rows = keys.map((key) => [key.id, key.algorithm, key.state, key.madeAt, key.signsFrom, key.goneFrom ?? '-'])
    return { json: { keys }, text: formatTable([heads, ...rows]) }
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
    console.error('--key-file-lost needs --now as well: keys that cannot be opened cannot sign until others follow.')
    return 2
  }
  const { settings } = loadServerSettings(process.env)
  // The one case in which a new file is wanted: the old one is gone, and what it opened is given up.
  const serverKey = keyFileLost
    ? readOrCreateServerMasterKey(settings.keyFile, systemRandomBytes)
    : loadExistingServerKey(settings.keyFile)
  const { database } = await openAndMigrateDatabase(settings.database)
  try {
    const context = { queries: database.queries, random: systemRandomBytes, serverKey, limits: settings.limits }
    const rotations = await rotateSigningKeys(context, systemClock(), { immediately, keyFileLost })
    // Whoever has stolen the others has stolen this one, and where the file is lost it opens no more than they do.
    const ended = immediately ? await retireAuditLogSigningKey(database.queries, context, systemClock()) : null
    const text = rotations.map(describeRotation)
    if (immediately)
      text.push(
        `Programs that cache /jwks believe the ended keys, and refuse the new ones, for up to ${jwksMaxAgeSeconds} seconds. Restart those that must not.`,
      )
    if (ended !== null)
      text.push(
        `The key of checkpoints ${ended} has ended. The next checkpoint is signed by a new one; "countersign audit key" prints it.`,
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

/** A key made here, in a place that the servers do not know, would lock them out of what it encrypts. */
function loadExistingServerKey(path: string): Buffer {
  const key = readServerMasterKey(path)
  if (key !== null) return key
  throw new ServerSettingsError([
    `COUNTERSIGN_KEY_FILE: there is no file ${JSON.stringify(path)}. Name the one that the server uses; the first start of the server makes it.`,
  ])
}

/** The outcome as `--json` prints it. */
const jsonOutcomes = { created: 'made', pending: 'waits' } as const

const rotationTexts: Readonly<Record<SigningKeyRotationResult['outcome'], (time: string) => string>> = {
  created: (time) => `was made and signs from ${time}.`,
  pending: (time) => `waits already and signs from ${time}; no other was made.`,
}

const describeRotation = ({ algorithm, keyId, activeFrom, outcome }: SigningKeyRotationResult): string =>
  `${algorithm} ${keyId} ${rotationTexts[outcome](formatRfc3339Timestamp(activeFrom))}`
