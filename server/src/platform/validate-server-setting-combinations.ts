import {
  capSettingBySettingName,
  toSettingEnvironmentVariable,
  getParsedChainSettings,
} from './server-setting-definitions.ts'

export function validateServerSettingCombinations(values: ReadonlyMap<string, unknown>, errors: string[]): void {
  for (const [name, cap] of Object.entries(capSettingBySettingName)) {
    const [value, most] = [values.get(name) as number, values.get(cap) as number]
    if (value > most)
      errors.push(
        `${toSettingEnvironmentVariable(name)} (${value}) must not be larger than ${toSettingEnvironmentVariable(cap)} (${most}).`,
      )
  }
  validateReplica(values, errors)
  validateMail(values, errors)
  const allowedIds = values.get('chainIds') as string[]
  for (const { id } of getParsedChainSettings(values)) {
    if (!allowedIds.includes(id))
      errors.push(
        `${toSettingEnvironmentVariable('chains')} lists chain ${id}, but ${toSettingEnvironmentVariable('chainIds')} does not; add it there.`,
      )
  }
  const [body, message, signature] = ['bodyBytes', 'messageBytes', 'signatureBytes'].map(
    (name) => values.get(name) as number,
  ) as [number, number, number]
  if (body < message + signature) {
    errors.push(
      `${toSettingEnvironmentVariable('bodyBytes')} (${body}) must be at least the sum of ${toSettingEnvironmentVariable('messageBytes')} (${message}) and ${toSettingEnvironmentVariable('signatureBytes')} (${signature}).`,
    )
  }
}

function validateReplica(values: ReadonlyMap<string, unknown>, errors: string[]): void {
  const [database, replica] = [String(values.get('database')), String(values.get('databaseReplica'))]
  if (replica === '') return
  if (database.startsWith('sqlite:'))
    errors.push(
      `${toSettingEnvironmentVariable('databaseReplica')} requires a PostgreSQL database in ${toSettingEnvironmentVariable('database')}, such as postgres://countersign@db.example/countersign: an SQLite file has no replica.`,
    )
  else if (replica === database)
    errors.push(
      `${toSettingEnvironmentVariable('databaseReplica')} is the same address as ${toSettingEnvironmentVariable('database')}; set it to a server that replicates that database, or omit it.`,
    )
}

/** A password must not be sent in plain text to another machine. */
function validateMail(values: ReadonlyMap<string, unknown>, errors: string[]): void {
  const textOfSetting = (name: string): string => String(values.get(name))
  const host = textOfSetting('smtpHost')
  if (host !== '' && textOfSetting('smtpFrom') === '')
    errors.push(
      `${toSettingEnvironmentVariable('smtpFrom')} must be set if ${toSettingEnvironmentVariable('smtpHost')} is set: mail needs a sender address.`,
    )
  const isClear = textOfSetting('smtpTls') === 'none' && !/^(localhost|127\..*|::1)$/.test(host)
  if (textOfSetting('smtpUser') !== '' && isClear)
    errors.push(
      `${toSettingEnvironmentVariable('smtpTls')} must not be none if ${toSettingEnvironmentVariable('smtpUser')} is set: the password would be sent to ${host} unencrypted.`,
    )
}

/** Other machines cannot reach the default origin, `localhost`. */
export function addUnsetOriginErrorUnlessLoopback(values: ReadonlyMap<string, unknown>, errors: string[]): void {
  const [host, origin] = [String(values.get('host')), String(values.get('origin'))]
  if (/^127\.|^::1$/.test(host)) return
  errors.push(
    `${toSettingEnvironmentVariable('origin')} is not set, although ${toSettingEnvironmentVariable('host')} (${host}) accepts connections from other machines; ` +
      `set it to the address that people open, such as https://sign-in.example, or to ${origin} to try it on this machine.`,
  )
}
