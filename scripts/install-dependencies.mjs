// Runs before every npm script, on whatever Node is there: installs what the lockfile pins when it changed, the
// project's own Node among it. A stamp in node_modules makes the usual case a matter of milliseconds.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const stamp = join(root, 'node_modules', '.installed-from')
const wanted = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .digest('hex')

if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted) {
  console.log('Installing what package-lock.json pins (once; takes a minute)…')
  // Errors only: on the machine's own Node, npm warns that packages want a newer one, and they get it: the scripts run
  // on the Node that is being installed.
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  execFileSync(npm, ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  writeFileSync(stamp, wanted)
}
