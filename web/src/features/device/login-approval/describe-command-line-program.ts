import type { Translate } from '../../../i18n/ui-translation-functions.ts'

const systemNames: Readonly<Record<string, string>> = {
  darwin: 'macOS',
  freebsd: 'FreeBSD',
  linux: 'Linux',
  openbsd: 'OpenBSD',
  win32: 'Windows',
}

/**
 * "Countersign 1.2.3 on Linux"; undefined for other programs.
 *
 * @param userAgent untrusted; only numbers and known names are returned
 */
export function describeCommandLineProgram(t: Translate, userAgent: string): string | undefined {
  const [, version, platform = ''] =
    /^countersign\/(\d{1,4}\.\d{1,4}\.\d{1,4})\S{0,40} \((\w{1,20})\)$/.exec(userAgent) ?? []
  if (version === undefined) return undefined
  const program = `Countersign ${version}`
  const system = Object.hasOwn(systemNames, platform) ? systemNames[platform] : undefined
  return system === undefined ? program : t('ui.device', { browser: program, system })
}
