import { describe, expect, test } from 'vitest'
import { parseServerSettings } from './parse-server-settings.ts'
import { listServerSettingErrorsForTests } from '../testing/list-server-setting-errors-for-tests.ts'

describe('server settings', () => {
  test.each(['0.0.0.0', '::', '10.0.0.7'])('require an origin if the server listens on %s', (host) => {
    expect(listServerSettingErrorsForTests({ COUNTERSIGN_HOST: host, COUNTERSIGN_PORT: '4000' })).toEqual([
      `COUNTERSIGN_ORIGIN is not set, although COUNTERSIGN_HOST (${host}) accepts connections from other machines; set it to the address that people open, such as https://sign-in.example, or to http://localhost:4000 to try it on this machine.`,
    ])
    for (const origin of ['https://sign-in.example', 'http://localhost:4000'])
      expect(listServerSettingErrorsForTests({ COUNTERSIGN_HOST: host, COUNTERSIGN_ORIGIN: origin })).toEqual([])
    expect(listServerSettingErrorsForTests({}, { host, origin: 'https://sign-in.example' })).toEqual([])
  })

  test('limit the signing key lead time to the key lifetime', () => {
    const day = 86_400
    expect(
      parseServerSettings({ COUNTERSIGN_SIGNING_KEY_LIFETIME_SECONDS: String(day) }, undefined).settings.limits
        .signingKeyLeadSeconds,
    ).toBe(day)
    expect(
      listServerSettingErrorsForTests({
        COUNTERSIGN_SIGNING_KEY_LIFETIME_SECONDS: String(2 * day),
        COUNTERSIGN_SIGNING_KEY_LEAD_SECONDS: String(3 * day),
      }),
    ).toEqual([
      'COUNTERSIGN_SIGNING_KEY_LEAD_SECONDS (259200) must not be larger than COUNTERSIGN_SIGNING_KEY_LIFETIME_SECONDS (172800).',
    ])
  })

  test('prefer the environment over the file and report the source', () => {
    const { settings, report } = parseServerSettings({ COUNTERSIGN_PORT: '4000' }, { port: 5000, chainIds: [1, 10] })
    expect(settings).toMatchObject({ port: 4000, origin: 'http://localhost:4000', chainIds: ['1', '10'] })
    const sourceOf = Object.fromEntries(report.map(({ name, source }) => [name, source]))
    expect(sourceOf).toMatchObject({ port: 'environment', chainIds: 'file', host: 'default' })
  })

  test('report all errors at once, by name, with the allowed values', () => {
    expect(
      listServerSettingErrorsForTests(
        { COUNTERSIGN_PORT: '0', COUNTERSIGN_ORIGIN: 'http://sign-in.example', COUNTERSIGN_PROT: '1' },
        { logLevel: 'loud', colour: 1 },
      ),
    ).toMatchInlineSnapshot(`
        [
          "COUNTERSIGN_PROT is not a setting; "countersign settings" lists them.",
          "colour (in the file) is not a setting; "countersign settings" lists them.",
          "COUNTERSIGN_PORT is "0"; allowed: a port from 1 to 65535.",
          "COUNTERSIGN_ORIGIN is "http://sign-in.example"; allowed: an https origin without a path, such as https://sign-in.example, or an http origin on localhost.",
          "logLevel is "loud"; allowed: fatal, error, warn, info, debug, trace, silent.",
        ]
      `)
  })

  test.each(['COUNTERSIGN_TOKEN', 'COUNTERSIGN_SETTINGS_FILE'])(
    'accept the command-line variable %s in the environment',
    (variable) => {
      expect(listServerSettingErrorsForTests({ [variable]: 'cst_1' })).toEqual([])
    },
  )

  test('check limits against their bounds and against each other', () => {
    expect(listServerSettingErrorsForTests({ COUNTERSIGN_CHALLENGE_LIFETIME_SECONDS: '29' })).toEqual([
      'COUNTERSIGN_CHALLENGE_LIFETIME_SECONDS is "29"; allowed: a whole number from 30 to 3600.',
    ])
    expect(
      parseServerSettings({ COUNTERSIGN_SESSION_LIFETIME_SECONDS: '300' }, undefined).settings.limits
        .sessionIdleTimeoutSeconds,
    ).toBe(300)
    expect(
      listServerSettingErrorsForTests({
        COUNTERSIGN_SESSION_LIFETIME_SECONDS: '300',
        COUNTERSIGN_SESSION_IDLE_TIMEOUT_SECONDS: '301',
      }),
    ).toEqual([
      'COUNTERSIGN_SESSION_IDLE_TIMEOUT_SECONDS (301) must not be larger than COUNTERSIGN_SESSION_LIFETIME_SECONDS (300).',
    ])
  })

  test('raise a value from an earlier release to the new minimum, and report both values', () => {
    const read = (seconds: string) =>
      parseServerSettings({ COUNTERSIGN_ACCESS_TOKEN_LIFETIME_SECONDS: seconds }, undefined)
    const raised = read('60')
    expect(raised.settings.limits.accessTokenLifetimeSeconds).toBe(120)
    expect(raised.report.find(({ name }) => name === 'accessTokenLifetimeSeconds')).toMatchObject({
      value: '120',
      raisedFrom: '60',
    })
    expect(read('120').report.some(({ raisedFrom }) => raisedFrom !== undefined)).toBe(false)
    expect(listServerSettingErrorsForTests({ COUNTERSIGN_ACCESS_TOKEN_LIFETIME_SECONDS: '59' })).toEqual([
      'COUNTERSIGN_ACCESS_TOKEN_LIFETIME_SECONDS is "59"; allowed: a whole number from 120 to 86400.',
    ])
  })

  test('accept a read replica only for PostgreSQL, and explain every refusal', () => {
    const database = 'postgres://me:hush@db.example/name'
    const replica = 'postgres://me:hush@replica.example/name'
    const { settings, report } = parseServerSettings({ COUNTERSIGN_DATABASE: database }, { databaseReplica: replica })
    expect(settings.databaseReplica).toBe(replica)
    expect(report.find(({ name }) => name === 'databaseReplica')?.value).toBe('postgres://me:***@replica.example/name')
    expect(listServerSettingErrorsForTests({ COUNTERSIGN_DATABASE_REPLICA: replica })).toEqual([
      'COUNTERSIGN_DATABASE_REPLICA requires a PostgreSQL database in COUNTERSIGN_DATABASE, such as postgres://countersign@db.example/countersign: an SQLite file has no replica.',
    ])
    expect(
      listServerSettingErrorsForTests({ COUNTERSIGN_DATABASE: database, COUNTERSIGN_DATABASE_REPLICA: database }),
    ).toEqual([
      'COUNTERSIGN_DATABASE_REPLICA is the same address as COUNTERSIGN_DATABASE; set it to a server that replicates that database, or omit it.',
    ])
    expect(
      listServerSettingErrorsForTests({
        COUNTERSIGN_DATABASE: database,
        COUNTERSIGN_DATABASE_REPLICA: 'sqlite:./copy.db',
      }),
    ).toEqual([
      'COUNTERSIGN_DATABASE_REPLICA is "sqlite:./copy.db"; allowed: postgres://USER:PASSWORD@HOST:PORT/NAME; empty for none.',
    ])
  })

  test('N10: never show the database password', () => {
    const { report, settings } = parseServerSettings({ COUNTERSIGN_DATABASE: 'postgres://me:hush@db/name' }, undefined)
    expect(report.find(({ name }) => name === 'database')?.value).toBe('postgres://me:***@db/name')
    expect(settings.database).toBe('postgres://me:hush@db/name')
    for (const database of ['postgres://db/name?user=me&password=hush', 'postgres://me:hush@hush@db/name']) {
      const [line] = parseServerSettings({ COUNTERSIGN_DATABASE: database }, undefined).report.filter(
        ({ name }) => name === 'database',
      )
      expect(line?.value).not.toContain('hush')
    }
    for (const wrong of ['postgres://me:hush@db:99999999/name', 'postgress://me:hush@db']) {
      expect(listServerSettingErrorsForTests({ COUNTERSIGN_DATABASE: wrong }).join()).not.toContain('hush')
    }
  })
})
