// Settings of the container image that the files in deploy/ start, for the tests of those files.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseServerSettings } from '../../server/src/platform/parse-server-settings.ts'
import type { ServerSettings } from '../../server/src/platform/server-setting-definitions.ts'
import { parseContainerImageConfig } from '../release/parse-dockerfile.ts'

const root = join(import.meta.dirname, '../..')

export const readFileInDeployFolder = (path: string): string => readFileSync(join(root, 'deploy', path), 'utf8')

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }

export const containerImageName = `countersign:${version}`

export const containerImageConfig = parseContainerImageConfig(readFileSync(join(root, 'Dockerfile'), 'utf8'), {
  VERSION: version,
  COMMIT: '',
})

export const containerImageUserId = Number(containerImageConfig.User.split(':')[0])

export function readContainerServerSettings(
  environment: Readonly<Record<string, string>>,
  file?: object,
): ServerSettings {
  const ofTheImage = Object.fromEntries(containerImageConfig.Env.map((line) => line.split('=') as [string, string]))
  return parseServerSettings({ ...ofTheImage, ...environment }, file).settings
}
