import { describe, expect, test } from 'vitest'
import { isIpAddressOrigin, parseSettings, SettingsError } from './settings.ts'

const faultsOf = (environment: Record<string, string>, file?: unknown): readonly string[] => {
  try {
    parseSettings(environment, file)
  } catch (error) {
    if (error instanceof SettingsError) return error.errors
    throw error
  }
  return []
}

describe('settings', () => {
  test('have defaults that run on this machine alone', () => {
    const { settings, report } = parseSettings({}, undefined)
    expect(settings).toMatchInlineSnapshot(`
      {
        "aliasDomain": "",
        "bitcoinChain": "mainnet",
        "chainIds": [
          "1",
          "10",
          "56",
          "100",
          "137",
          "8453",
          "42161",
          "59144",
        ],
        "chains": [],
        "clientDocumentHosts": [],
        "database": "sqlite:./data/countersign.db",
        "databaseReplica": "",
        "host": "127.0.0.1",
        "keyFile": "./data/countersign.key",
        "limits": {
          "accessTokenLifeSeconds": 300,
          "adminRefusalsPerNetworkPerMinute": 60,
          "bodyBytes": 32768,
          "browserDays": 400,
          "chainAnswerBytes": 4096,
          "chainCallGas": 5000000,
          "chainReadSeconds": 3,
          "challengeLifeSeconds": 300,
          "challengesPerMinute": 12000,
          "challengesPerNetworkPerMinute": 60,
          "checkpointSeconds": 60,
          "clientDocumentBytes": 5120,
          "clientDocumentSeconds": 3,
          "clientDocumentsPerMinute": 60,
          "clientDocumentsPerNetworkPerMinute": 10,
          "clockToleranceSeconds": 60,
          "codeLifeSeconds": 60,
          "contractChallengeLifeSeconds": 3600,
          "contractChallengesPerMinute": 600,
          "contractChallengesPerNetworkPerMinute": 10,
          "contractProofsPerMinute": 1200,
          "contractProofsPerNetworkPerMinute": 20,
          "contractRecheckSeconds": 300,
          "contractUnreachableSeconds": 3600,
          "crossDeviceCodeSeconds": 120,
          "crossDeviceCodesPerMinute": 1200,
          "crossDeviceCodesPerNetworkPerMinute": 20,
          "crossDeviceHeld": 2000,
          "crossDeviceSessionLifeSeconds": 43200,
          "databaseConnections": 10,
          "databaseLockSeconds": 3,
          "databaseWaitSeconds": 10,
          "deviceCodeLifeSeconds": 600,
          "deviceCodesPerMinute": 600,
          "deviceCodesPerNetworkPerMinute": 10,
          "emailCodeLifeSeconds": 600,
          "emailCodeTries": 5,
          "emailCodesPerMinute": 60,
          "emailCodesPerNetworkPerMinute": 5,
          "emailCodesPerPersonPerMinute": 2,
          "emailTriesPerPersonPerMinute": 10,
          "emailsPerDay": 5,
          "endedSessionDays": 90,
          "exportsPerPersonPerMinute": 10,
          "groupRecheckSeconds": 300,
          "groupUnreachableSeconds": 3600,
          "heldWalletSeconds": 2592000,
          "idTokenLifeSeconds": 3600,
          "interactionLifeSeconds": 3600,
          "logoBytes": 65536,
          "logoutAttempts": 8,
          "mergeOfferSeconds": 600,
          "mergeUndoSeconds": 604800,
          "mergeWaitSeconds": 86400,
          "messageBytes": 4096,
          "nameLookupsPerMinute": 120,
          "newBrowserDays": 7,
          "outboundBytes": 65536,
          "outboundSeconds": 3,
          "passkeysPerPerson": 10,
          "pictureBytes": 262144,
          "picturesPerPersonPerMinute": 6,
          "protectedAddressCharacters": 2000,
          "refreshTokenLifeSeconds": 2592000,
          "refreshTokenMaximumAgeSeconds": 31536000,
          "refusedAttemptDays": 90,
          "requestsOfApplicationsPerMinute": 12000,
          "requestsOfApplicationsPerNetworkPerMinute": 300,
          "roleSessionIdleSeconds": 3600,
          "roleSessionLifeSeconds": 43200,
          "savedViewsPerPerson": 50,
          "sessionIdleSeconds": 604800,
          "sessionLifeSeconds": 2592000,
          "setupTriesPerNetworkPerMinute": 10,
          "shutdownSeconds": 10,
          "signInsPerMinute": 12000,
          "signInsPerNetworkPerMinute": 60,
          "signInsPerWalletPerMinute": 20,
          "signUpsPerMinute": 300,
          "signUpsPerNetworkPerMinute": 5,
          "signatureBytes": 8192,
          "signingKeyLeadSeconds": 86400,
          "signingKeyLifeSeconds": 7776000,
          "stepUpFreshnessSeconds": 600,
          "tokenRetrySeconds": 10,
          "tokensPerPerson": 20,
          "upgradeWaitSeconds": 600,
          "userNameTriesPerNetworkPerMinute": 60,
          "userNameTriesPerPersonPerMinute": 30,
          "userNamesPerPerson": 5,
          "walletNameSeconds": 86400,
          "walletsPerPerson": 20,
        },
        "logLevel": "info",
        "metricsNetworks": [
          "127.0.0.0/8",
          "::1/128",
        ],
        "namespaces": [
          "eip155",
          "solana",
          "bip122",
        ],
        "origin": "http://localhost:3000",
        "outboundNetworks": [
          "127.0.0.0/8",
          "::1/128",
        ],
        "passkeyFirst": "off",
        "port": 3000,
        "smtpFrom": "",
        "smtpHost": "",
        "smtpPassword": "",
        "smtpPort": 587,
        "smtpTls": "starttls",
        "smtpUser": "",
        "solanaCluster": "mainnet",
        "spentFile": "./data/countersign.db-spent",
        "trustedProxies": [],
        "walletsOffered": [
          "metamask",
          "trust",
          "coinbase",
          "phantom",
          "okx",
          "xverse",
          "solflare",
          "bitget",
          "backpack",
          "imtoken",
          "rabby",
          "rainbow",
          "zerion",
          "leather",
        ],
        "witnesses": [],
      }
    `)
    expect(new Set(report.map(({ source }) => source))).toEqual(new Set(['default']))
  })

  test.each([
    ['sqlite:./data/countersign.db', './data/countersign.key'],
    ['sqlite:/var/lib/countersign/people.db', '/var/lib/countersign/countersign.key'],
    ['sqlite:people.db', './countersign.key'],
    ['postgres://db/name', './data/countersign.key'],
  ])('with the database %s keep the key of the server in %s', (database, keyFile) => {
    expect(parseSettings({ COUNTERSIGN_DATABASE: database }, undefined).settings.keyFile).toBe(keyFile)
    expect(
      parseSettings({ COUNTERSIGN_DATABASE: database, COUNTERSIGN_KEY_FILE: '/run/secrets/key' }, undefined).settings
        .keyFile,
    ).toBe('/run/secrets/key')
    expect(faultsOf({ COUNTERSIGN_KEY_FILE: '' })).toEqual([
      'COUNTERSIGN_KEY_FILE is ""; allowed is the path of a file.',
    ])
  })

  test.each([
    [{}, './data/countersign.db-spent'],
    [{ COUNTERSIGN_DATABASE: 'sqlite:/var/lib/people.db' }, '/var/lib/people.db-spent'],
    [
      { COUNTERSIGN_DATABASE: 'postgres://db/name', COUNTERSIGN_KEY_FILE: '/run/secrets/key' },
      '/run/secrets/key-spent',
    ],
    [{ COUNTERSIGN_SPENT_FILE: '/data/spent' }, '/data/spent'],
  ])('with %o remember what was spent in %s', (environment, spentFile) => {
    expect(parseSettings(environment, undefined).settings.spentFile).toBe(spentFile)
  })

  test.each(['0.0.0.0', '::', '10.0.0.7'])('ask for the origin where %s lets other machines in', (host) => {
    expect(faultsOf({ COUNTERSIGN_HOST: host, COUNTERSIGN_PORT: '4000' })).toEqual([
      `COUNTERSIGN_ORIGIN is not set, although COUNTERSIGN_HOST (${host}) lets other machines in; set it to the address that people open, such as https://sign-in.example, or to http://localhost:4000 to try it on this machine.`,
    ])
    for (const origin of ['https://sign-in.example', 'http://localhost:4000'])
      expect(faultsOf({ COUNTERSIGN_HOST: host, COUNTERSIGN_ORIGIN: origin })).toEqual([])
    expect(faultsOf({}, { host, origin: 'https://sign-in.example' })).toEqual([])
  })

  test('publish a signing key for no longer than it is to sign', () => {
    const day = 86_400
    expect(
      parseSettings({ COUNTERSIGN_SIGNING_KEY_LIFE_SECONDS: String(day) }, undefined).settings.limits
        .signingKeyLeadSeconds,
    ).toBe(day)
    expect(
      faultsOf({
        COUNTERSIGN_SIGNING_KEY_LIFE_SECONDS: String(2 * day),
        COUNTERSIGN_SIGNING_KEY_LEAD_SECONDS: String(3 * day),
      }),
    ).toEqual([
      'COUNTERSIGN_SIGNING_KEY_LEAD_SECONDS (259200) must not be larger than COUNTERSIGN_SIGNING_KEY_LIFE_SECONDS (172800).',
    ])
  })

  test('come from the environment before the file, and say so', () => {
    const { settings, report } = parseSettings({ COUNTERSIGN_PORT: '4000' }, { port: 5000, chainIds: [1, 10] })
    expect(settings).toMatchObject({ port: 4000, origin: 'http://localhost:4000', chainIds: ['1', '10'] })
    const sourceOf = Object.fromEntries(report.map(({ name, source }) => [name, source]))
    expect(sourceOf).toMatchObject({ port: 'environment', chainIds: 'file', host: 'default' })
  })

  test('tell every fault at once, by name, with what is allowed', () => {
    expect(
      faultsOf(
        { COUNTERSIGN_PORT: '0', COUNTERSIGN_ORIGIN: 'http://sign-in.example', COUNTERSIGN_PROT: '1' },
        { logLevel: 'loud', colour: 1 },
      ),
    ).toMatchInlineSnapshot(`
        [
          "COUNTERSIGN_PROT is not a setting; "countersign settings" lists them.",
          "colour (in the file) is not a setting; "countersign settings" lists them.",
          "COUNTERSIGN_PORT is "0"; allowed is a port from 1 to 65535.",
          "COUNTERSIGN_ORIGIN is "http://sign-in.example"; allowed is an https origin without a path, such as https://sign-in.example, or http on localhost.",
          "logLevel is "loud"; allowed is fatal, error, warn, info, debug, trace, silent.",
        ]
      `)
  })

  test.each(['COUNTERSIGN_TOKEN', 'COUNTERSIGN_SETTINGS_FILE'])(
    'accept %s in the environment, which is for the command line and no setting of the server',
    (variable) => {
      expect(faultsOf({ [variable]: 'cst_1' })).toEqual([])
    },
  )

  test.each([
    ['https://sign-in.example/', 'https://sign-in.example'],
    ['https://Sign-In.Example', 'https://sign-in.example'],
    ['https://sign-in.example:443', 'https://sign-in.example'],
    ['https://Müller.example:443/', 'https://xn--mller-kva.example'],
    [' https://sign-in.example', 'https://sign-in.example'],
    ['https://sign-in.example/app?a#b', 'https://sign-in.example'],
    ['https://[2001:DB8::0:1]', 'https://[2001:db8::1]'],
    ['HTTP://LOCALHOST:80', 'http://localhost'],
    ['sign-in.example:8443', 'https://sign-in.example:8443'],
  ])('say how the origin %s is spelled: %s', (origin, spelled) => {
    expect(faultsOf({ COUNTERSIGN_ORIGIN: origin })).toEqual([
      expect.stringMatching(/^COUNTERSIGN_ORIGIN is ".*"; write /) as string,
    ])
    expect(faultsOf({ COUNTERSIGN_ORIGIN: origin })[0]).toContain(`; write ${spelled} (allowed is an https origin`)
    expect(faultsOf({ COUNTERSIGN_ORIGIN: spelled })).toEqual([])
  })

  test.each([
    ['https://192.0.2.1', true],
    ['http://127.0.0.1:3000', true],
    ['https://[2001:db8::1]:8443', true],
    ['http://localhost:3000', false],
    ['https://sign-in.example', false],
  ])('whether the origin %s is an IP address: %s', (origin, expected) => {
    expect(isIpAddressOrigin(origin)).toBe(expected)
  })

  test.each(['https://user:hush@sign-in.example', 'http://sign-in.example', 'ftp://sign-in.example', 'https://', ''])(
    'suggest no spelling for the origin "%s", which no spelling makes usable',
    (origin) => {
      expect(faultsOf({ COUNTERSIGN_ORIGIN: origin })[0]).not.toContain('; write ')
    },
  )

  test.each([
    ['https://sign-in.example/', 'a path'],
    ['https://Sign-In.example', 'upper case'],
    ['https://sign-in.example:443', 'a default port spelled out'],
    ['https://user@sign-in.example', 'userinfo'],
    ['http://sign-in.example', 'plain http away from this machine'],
    ['ftp://sign-in.example', 'another scheme'],
    ['sign-in.example', 'no scheme'],
  ])('refuse the origin %s (%s)', (origin) => {
    expect(faultsOf({ COUNTERSIGN_ORIGIN: origin })).toHaveLength(1)
  })

  test.each([
    'https://sign-in.example',
    'https://sign-in.example:8443',
    'http://localhost:3000',
    'http://127.0.0.1:3000',
    'http://[::1]:3000',
  ])('accept the origin %s', (origin) =>
    expect(parseSettings({ COUNTERSIGN_ORIGIN: origin }, undefined).settings.origin).toBe(origin),
  )

  test('leave out the default port of the origin', () => {
    expect(parseSettings({ COUNTERSIGN_PORT: '80' }, undefined).settings.origin).toBe('http://localhost')
  })

  test.each(['', '0', '01', '1,1', '0x1', '-1', '9007199254740993', '1 0'])('refuse the chain ids "%s"', (chainIds) => {
    expect(faultsOf({ COUNTERSIGN_CHAIN_IDS: chainIds })).toHaveLength(1)
  })

  test.each(['proxy', '10.0.0.0/33', '10.0.0.0/8/8', '10.0.0.0/0', '::1/129'])(
    'refuse the trusted proxy %s',
    (proxies) => {
      expect(faultsOf({ COUNTERSIGN_TRUSTED_PROXIES: proxies })).toHaveLength(1)
    },
  )

  test('O9 let requests into private networks only where the operator says so, and into this machine in development', () => {
    const networksOf = (environment: Record<string, string>): readonly string[] =>
      parseSettings(environment, undefined).settings.outboundNetworks
    expect(networksOf({ COUNTERSIGN_ORIGIN: 'https://sign-in.example' })).toEqual([])
    expect(networksOf({ COUNTERSIGN_ORIGIN: 'http://127.0.0.1:3000' })).toEqual(['127.0.0.0/8', '::1/128'])
    expect(networksOf({ COUNTERSIGN_OUTBOUND_NETWORKS: '' })).toEqual([])
    expect(networksOf({ COUNTERSIGN_OUTBOUND_NETWORKS: '10.0.0.0/8, fd00::/8' })).toEqual(['10.0.0.0/8', 'fd00::/8'])
    expect(faultsOf({ COUNTERSIGN_OUTBOUND_NETWORKS: '10.0.0.0/33' })).toHaveLength(1)
  })

  test('know the wallets that can be offered, and let all be taken out', () => {
    const offered = (value: string): readonly string[] =>
      parseSettings({ COUNTERSIGN_WALLETS_OFFERED: value }, undefined).settings.walletsOffered
    expect([offered('phantom, metamask'), offered('')]).toEqual([['phantom', 'metamask'], []])
    for (const wrong of ['nobody', 'metamask,metamask', 'MetaMask'])
      expect(faultsOf({ COUNTERSIGN_WALLETS_OFFERED: wrong })).toHaveLength(1)
    for (const wrong of ['', 'true', 'On']) expect(faultsOf({ COUNTERSIGN_PASSKEY_FIRST: wrong })).toHaveLength(1)
  })

  test('check each limit against its bounds, and limits against each other', () => {
    expect(faultsOf({ COUNTERSIGN_CHALLENGE_LIFE_SECONDS: '29' })).toEqual([
      'COUNTERSIGN_CHALLENGE_LIFE_SECONDS is "29"; allowed is a whole number from 30 to 3600.',
    ])
    expect(
      parseSettings({ COUNTERSIGN_SESSION_LIFE_SECONDS: '300' }, undefined).settings.limits.sessionIdleSeconds,
    ).toBe(300)
    expect(faultsOf({ COUNTERSIGN_SESSION_LIFE_SECONDS: '300', COUNTERSIGN_SESSION_IDLE_SECONDS: '301' })).toEqual([
      'COUNTERSIGN_SESSION_IDLE_SECONDS (301) must not be larger than COUNTERSIGN_SESSION_LIFE_SECONDS (300).',
    ])
  })

  test('take what an earlier release allowed as the least that this one does, and report both', () => {
    const read = (seconds: string) => parseSettings({ COUNTERSIGN_ACCESS_TOKEN_LIFE_SECONDS: seconds }, undefined)
    const raised = read('60')
    expect(raised.settings.limits.accessTokenLifeSeconds).toBe(120)
    expect(raised.report.find(({ name }) => name === 'accessTokenLifeSeconds')).toMatchObject({
      value: '120',
      raisedFrom: '60',
    })
    expect(read('120').report.some(({ raisedFrom }) => raisedFrom !== undefined)).toBe(false)
    expect(faultsOf({ COUNTERSIGN_ACCESS_TOKEN_LIFE_SECONDS: '59' })).toEqual([
      'COUNTERSIGN_ACCESS_TOKEN_LIFE_SECONDS is "59"; allowed is a whole number from 120 to 86400.',
    ])
  })

  test('take a read replica of a PostgreSQL alone, and say what it takes otherwise', () => {
    const database = 'postgres://me:hush@db.example/name'
    const replica = 'postgres://me:hush@replica.example/name'
    const { settings, report } = parseSettings({ COUNTERSIGN_DATABASE: database }, { databaseReplica: replica })
    expect(settings.databaseReplica).toBe(replica)
    expect(report.find(({ name }) => name === 'databaseReplica')?.value).toBe('postgres://me:***@replica.example/name')
    expect(faultsOf({ COUNTERSIGN_DATABASE_REPLICA: replica })).toEqual([
      'COUNTERSIGN_DATABASE_REPLICA needs a PostgreSQL in COUNTERSIGN_DATABASE, such as postgres://countersign@db.example/countersign: an SQLite file has no replica.',
    ])
    expect(faultsOf({ COUNTERSIGN_DATABASE: database, COUNTERSIGN_DATABASE_REPLICA: database })).toEqual([
      'COUNTERSIGN_DATABASE_REPLICA is the same address as COUNTERSIGN_DATABASE; name another server that follows it, or leave it out.',
    ])
    expect(faultsOf({ COUNTERSIGN_DATABASE: database, COUNTERSIGN_DATABASE_REPLICA: 'sqlite:./copy.db' })).toEqual([
      'COUNTERSIGN_DATABASE_REPLICA is "sqlite:./copy.db"; allowed is postgres://USER:PASSWORD@HOST:PORT/NAME; empty for none.',
    ])
  })

  test('N10 never show the password of the database', () => {
    const { report, settings } = parseSettings({ COUNTERSIGN_DATABASE: 'postgres://me:hush@db/name' }, undefined)
    expect(report.find(({ name }) => name === 'database')?.value).toBe('postgres://me:***@db/name')
    expect(settings.database).toBe('postgres://me:hush@db/name')
    for (const database of ['postgres://db/name?user=me&password=hush', 'postgres://me:hush@hush@db/name']) {
      const [line] = parseSettings({ COUNTERSIGN_DATABASE: database }, undefined).report.filter(
        ({ name }) => name === 'database',
      )
      expect(line?.value).not.toContain('hush')
    }
    for (const wrong of ['postgres://me:hush@db:99999999/name', 'postgress://me:hush@db']) {
      expect(faultsOf({ COUNTERSIGN_DATABASE: wrong }).join()).not.toContain('hush')
    }
  })
})
