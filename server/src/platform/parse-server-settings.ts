import { fillTextTemplate } from '@countersign/api/application-definition-errors'
import { serverLimitDefinitions } from '@countersign/api/server-limits'
import type { ServerLimitName } from '@countersign/api/server-limits'
import { allowedServerSettingValueTexts } from '@countersign/api/server-setting-names'
import type { AllowedServerSettingValue, ServerSettingName } from '@countersign/api/server-setting-names'
import type { ServerSettings } from './server-setting-definitions.ts'
import { serverSettingDefinitions, toSettingEnvironmentVariable } from './server-setting-definitions.ts'
import {
  validateServerSettingCombinations,
  addUnsetOriginErrorUnlessLoopback,
} from './validate-server-setting-combinations.ts'

export type ServerSettingSource = 'default' | 'environment' | 'file'

export interface ServerSettingReport {
  name: ServerSettingName
  variable: string
  value: string
  /** The configured value, if it was below the minimum and was raised. */
  raisedFrom?: string
  source: ServerSettingSource
  allowed: string
  allowedBy: AllowedServerSettingValue
  about: string
}

export class ServerSettingsError extends Error {
  override readonly name = 'ServerSettingsError'
  readonly errors: readonly string[]

  constructor(errors: readonly string[]) {
    super(`Invalid settings:\n${errors.map((fault) => `  - ${fault}`).join('\n')}`)
    this.errors = errors
  }
}

/** This is not a setting, because the settings file cannot contain it. */
export const settingsFileEnvironmentVariable = 'COUNTERSIGN_SETTINGS_FILE'

/** For `countersign --server`; not a server setting, but often in the same environment. */
export const apiTokenEnvironmentVariable = 'COUNTERSIGN_TOKEN'

const otherVariables: readonly string[] = [settingsFileEnvironmentVariable, apiTokenEnvironmentVariable]

/** Refuses unknown variables that start with `COUNTERSIGN_`. @throws ServerSettingsError */
export function parseServerSettings(
  environment: Readonly<Record<string, string | undefined>>,
  file: unknown,
): { settings: ServerSettings; report: ServerSettingReport[] } {
  const errors: string[] = []
  const fileValues = readFileValues(file, errors)
  findUnknownSettings(environment, fileValues, errors)

  const values = new Map<string, unknown>()
  const report: ServerSettingReport[] = []
  for (const [name, definition] of serverSettingDefinitions) {
    const { allowed: allowedBy, about, redact = redactPassword } = definition
    const allowed = fillTextTemplate(allowedServerSettingValueTexts[allowedBy.code], allowedBy.values)
    const variable = toSettingEnvironmentVariable(name)
    const [given, source] = chooseValue(environment[variable], fileValues.get(name), definition.default(values))
    const raised = definition.raiseToMinimum?.(given)
    const text = raised ?? given
    const value = definition.parse(text)
    if (value === undefined) {
      const setting = source === 'file' ? name : variable
      const inside = definition.findErrors?.(text) ?? []
      if (inside.length > 0) errors.push(...inside.map((fault) => `${setting}: ${fault}.`))
      else {
        const shown = definition.redact === undefined ? JSON.stringify(redactPassword(text)) : 'not allowed'
        const spelled = definition.normalize?.(text)
        errors.push(
          spelled === undefined
            ? `${setting} is ${shown}; allowed: ${allowed}.`
            : `${setting} is ${shown}; write ${spelled} (allowed: ${allowed}).`,
        )
      }
      continue
    }
    values.set(name, value)
    report.push({
      name: name as ServerSettingName,
      variable,
      value: redact(text),
      ...(raised !== undefined && { raisedFrom: given }),
      source,
      allowed,
      allowedBy,
      about,
    })
  }
  if (errors.length > 0) throw new ServerSettingsError(errors)
  validateServerSettingCombinations(values, errors)
  const originSource = report.find(({ name }) => name === 'origin')?.source
  if (originSource === 'default') addUnsetOriginErrorUnlessLoopback(values, errors)
  if (errors.length > 0) throw new ServerSettingsError(errors)

  const limitNames = Object.keys(serverLimitDefinitions) as ServerLimitName[]
  const settings = {
    ...Object.fromEntries([...values].filter(([name]) => !(name in serverLimitDefinitions))),
    limits: Object.fromEntries(limitNames.map((name) => [name, values.get(name)])),
  } as unknown as ServerSettings
  return { settings, report }
}

function chooseValue(
  fromEnvironment: string | undefined,
  fromFile: string | undefined,
  byDefault: string,
): [string, ServerSettingSource] {
  if (fromEnvironment !== undefined) return [fromEnvironment, 'environment']
  if (fromFile !== undefined) return [fromFile, 'file']
  return [byDefault, 'default']
}

/** Returns text, so that the file and the environment share one parser. */
function readFileValues(file: unknown, errors: string[]): Map<string, string> {
  if (file === undefined) return new Map()
  if (typeof file !== 'object' || file === null || Array.isArray(file)) {
    errors.push('The settings file must contain one JSON object.')
    return new Map()
  }
  return new Map(Object.entries(file).map(([name, value]) => [name, toSettingText(value)]))
}

function toSettingText(value: unknown): string {
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object')) return value.join(',')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

function findUnknownSettings(
  environment: Readonly<Record<string, string | undefined>>,
  file: ReadonlyMap<string, string>,
  errors: string[],
): void {
  const variables = new Set([...serverSettingDefinitions.keys()].map(toSettingEnvironmentVariable))
  for (const variable of Object.keys(environment)) {
    if (!variable.startsWith('COUNTERSIGN_') || otherVariables.includes(variable) || variables.has(variable)) continue
    errors.push(`${variable} is not a setting; "countersign settings" lists them.`)
  }
  for (const name of file.keys()) {
    if (!serverSettingDefinitions.has(name))
      errors.push(`${name} (in the file) is not a setting; "countersign settings" lists them.`)
  }
}

/** Masks secrets in a URL before it is displayed (THREATS N10). */
function redactPassword(text: string): string {
  if (!text.includes('://') || /^https?:/.test(text)) return text
  if (!URL.canParse(text)) return '(an invalid address)'
  const url = new URL(text)
  if (url.password !== '') url.password = '***'
  for (const name of url.searchParams.keys()) if (/password|secret|key/i.test(name)) url.searchParams.set(name, '***')
  return url.href
}
