// Reads options, with environment variables as defaults.
import { findUnloadedEnvFile } from './find-unloaded-env-file.ts'

/**
 * A setting is missing or invalid. The message names the option, the environment variable and the
 * command that prints it, or a file `.env` that has it but was not loaded.
 *
 * @example
 * ```ts
 * import { ConfigurationError, protect } from '@countersign/node'
 *
 * const start = () => protect({ issuer: 'http://sign-in.example', audience: 'https://api.example' })
 * let error: unknown
 * try {
 *   start()
 * } catch (thrown) {
 *   error = thrown
 * }
 * error instanceof ConfigurationError && error.setting // => 'COUNTERSIGN_ISSUER'
 * ```
 */
export class ConfigurationError extends Error {
  /** The environment variable that sets the option. */
  readonly setting: string

  constructor(setting: string, message: string) {
    super(message)
    this.name = 'ConfigurationError'
    this.setting = setting
  }
}

const commands = {
  site: 'application add "My application" --kind web --redirect https://shop.example/auth/callback --env',
  api: 'resource add https://api.shop.example --env',
  terminal:
    'application add "My program" --kind native --redirect http://127.0.0.1/callback ' +
    '--grant-type "authorization_code refresh_token device_code" --env',
} as const

const settings = {
  issuer: {
    variable: 'COUNTERSIGN_ISSUER',
    means: 'the address of the sign-in server',
    example: 'https://sign-in.example',
  },
  clientId: {
    variable: 'COUNTERSIGN_CLIENT_ID',
    means: "the application's client ID",
    example: 'my-application',
  },
  clientSecret: {
    variable: 'COUNTERSIGN_CLIENT_SECRET',
    means: "the application's client secret",
    example: 'a value of at least 32 characters',
  },
  secret: {
    variable: 'COUNTERSIGN_SESSION_SECRET',
    means: 'the secret that encrypts session cookies',
    example: '32 random bytes in base64url',
  },
  appUrl: {
    variable: 'COUNTERSIGN_APP_URL',
    means: 'the origin at which browsers reach your site',
    example: 'https://shop.example',
  },
  audience: {
    variable: 'COUNTERSIGN_AUDIENCE',
    means: 'the identifier of your API',
    example: 'https://api.shop.example',
  },
} as const

export type SettingName = keyof typeof settings

/** What needs the setting: `sessions`, `protect` or `signInFromTerminal`. */
export type SettingUse = keyof typeof commands

const isLocalhost = ({ hostname }: URL): boolean =>
  ['localhost', '127.0.0.1', '[::1]'].includes(hostname) || hostname.endsWith('.localhost')

/** Runtimes without `process`, such as edge runtimes, need every option. */
const environment = (): Readonly<Record<string, string | undefined>> =>
  typeof process === 'undefined' ? {} : process.env

/** @throws ConfigurationError if neither the option nor the variable has a value */
export function readSetting(name: SettingName, option: string | undefined, use: SettingUse): string {
  const value = readOptionalSetting(name, option)
  if (value !== undefined) return value
  const { variable, means, example } = settings[name]
  const file = findUnloadedEnvFile(variable)
  throw new ConfigurationError(
    variable,
    `${variable} is not set. It is ${means}, for example ${example}. ${
      file === null
        ? `Set the variable or pass the option "${name}". In the folder of Countersign, this command prints ` +
          `the value: npx countersign ${commands[use]}`
        : `The file ${file} has it, but was not loaded. Start the program with --env-file, for example: ` +
          'node --env-file=.env server.js'
    }`,
  )
}

export function readOptionalSetting(name: SettingName, option: string | undefined): string | undefined {
  const value = (option ?? environment()[settings[name].variable])?.trim()
  return value === '' ? undefined : value
}

/** @returns the origin, without a trailing slash; http only on localhost */
export function readOriginSetting(name: 'issuer' | 'appUrl', option: string | undefined, use: SettingUse): string {
  return parseOrigin(name, readSetting(name, option, use))
}

export function parseOrigin(name: 'issuer' | 'appUrl', value: string): string {
  const { variable, means, example } = settings[name]
  const url = URL.canParse(value) ? new URL(value) : undefined
  const isSecure = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLocalhost(url))
  if (url !== undefined && isSecure && url.href === `${url.origin}/`) return url.origin
  throw new ConfigurationError(
    variable,
    `${variable} must be ${means}: https, without a path, for example ${example} ` +
      `(http is allowed on localhost only). Its value is ${JSON.stringify(value)}.`,
  )
}

export const newSecretHint = `This command prints a new one: node -p "crypto.randomBytes(32).toString('base64url')"`

/** @throws ConfigurationError unless each secret has at least 32 characters */
export function readSecretSetting(option: string | readonly string[] | undefined): readonly string[] {
  const values = typeof option === 'object' ? option : [readSetting('secret', option, 'site')]
  if (values.length > 0 && values.every((value) => value.length >= 32)) return values
  throw new ConfigurationError(
    settings.secret.variable,
    `${settings.secret.variable} must have at least 32 characters. ${newSecretHint}`,
  )
}
